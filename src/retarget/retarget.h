#pragma once

#include <optional>
#include <span>
#include <vector>

#include "match/bind_clips.h"
#include "retarget/bone_map.h"

namespace sinew {

/// The pose of each skeleton in which counterparts are taken to be alike, before their directions are brought together.
enum class CommonPose {
    bind,  ///< that of referencePose()
    rest,  ///< that of the files' nodes
};

struct RetargetOptions {
    CommonPose pose = CommonPose::bind;
    bool keepFeet = true;    ///< feet that stand still in the source stand still in the result
    bool keepHands = false;  ///< and hands
};

/// Moves the clips of `source` to the skeleton of `model`, which may have other names, axes, proportions and another
/// rest pose. Clips hold tracks for the paired bones only.
///
/// The rotations of the source's bones in the world, relative to its reference pose, are applied to the model's bones
/// in a common pose: that of the model with its spine, limbs and fingers turned into the directions of the source's. A
/// bone then points exactly where its counterpart does. Both skeletons face the same way, and the way of the hips is
/// scaled by the length of the legs. Feet that the source keeps in place are kept by moving the hips first, and by
/// two-bone inverse kinematics for what is left (retarget/foot_plan.h). This is the method of Unreal's IK Retargeter
/// (FK chains in global space, root scaled by the height of the pelvis, IK goals), and of motion adaptation as in
/// Gleicher, "Retargetting Motion to New Characters", SIGGRAPH 1998, with footplants as the constraints.
///
/// Keys are where the source has them, and as many between them as the error of interpolation asks for: 0.1 degrees and
/// 0.05 % of the figure's height.
BoundClips retargetClips(const Model& model, const Model& source, const BoneMap& map,
                         const RetargetOptions& options = {});

/// True if the model has a figure whose head is not above its hips in the reference pose: its up axis may be wrong.
bool figureLies(const Model& model);

/// Pairs of bones of limbs that should point somewhere, but where to is unknown in one of the figures.
std::vector<BonePair> undirectedBones(const Model& model, const Model& source, const BoneMap& map, CommonPose pose);

}  // namespace sinew
