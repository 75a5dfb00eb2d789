#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "retarget/bone_map.h"
#include "retarget/bone_tip.h"

namespace sinew {

/// One bone of the map. Parents come first. Bones that point at nothing only take rotations.
struct FigureJoint {
    BonePair pair;
    int parent = -1;                              ///< index of the joint that carries it in a figure
    int aim = -1;                                 ///< index of the joint that it points at; -1: none
    std::optional<BoneTip> sourceTip, targetTip;  ///< what a limb's bone that points at no joint points at, or neither
    bool isDetached = false;  ///< in the model's hierarchy it is not below its parent, as feet in rigs with IK bones
    glm::dquat align{1.0, 0.0, 0.0, 0.0};  ///< from the model's reference pose to the common one
};

/// A leg or an arm, as indices of joints.
struct FigureLimb {
    int upper = -1, lower = -1, end = -1;
    bool isLeg = true;
};

/// The bones of a map as the joints of a figure. The model must outlive it.
class FigureJoints {
  public:
    FigureJoints(const Model& model, const BoneMap& map);

    int find(const BoneRole& role) const;  ///< index of a joint; -1: none

    std::vector<FigureJoint> joints;
    std::vector<int> jointOf;      ///< by node of the model; -1: none
    std::vector<bool> isDeferred;  ///< by node of the model: a detached joint, or below one
    std::vector<FigureLimb> limbs;

  private:
    int parentOf(const BoneRole& role) const;
    int aimOf(const BoneRole& role) const;
    int topOf(FigurePart part) const;

    const NodeHierarchy& hierarchy_;
};

}  // namespace sinew
