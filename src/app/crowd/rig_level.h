#pragma once

#include <memory>
#include <span>
#include <vector>

#include "animation/packed/packed_clip.h"
#include "model/model.h"

namespace sinew {

/// A model's skeleton with fewer bones, for characters that are small on the screen: bones whose motion hardly moves a
/// vertex rest relative to their parents.
struct RigLevel {
    float error = 0.0f;           ///< how far a vertex may be from where all bones would take it, in world units
    NodeHierarchy hierarchy;      ///< of the nodes that are left
    std::vector<uint32_t> nodes;  ///< of the model, for each node that is left
    std::vector<std::unique_ptr<const PackedClip>> clips;  ///< as the model's; null: not played
    std::vector<std::vector<Bone>> bones;                  ///< as those of the model's mesh instances
};

/// The levels for errors of at most each of `errors` (ascending, world units; 0: all nodes), for these clips.
/// `firstFree`: nodes below this index stay. `worldFromRoot` is affine.
std::vector<RigLevel> makeRigLevels(const Model& model, std::span<const size_t> clips, const glm::mat4& worldFromRoot,
                                    std::span<const float> errors, uint32_t firstFree = 0);

}  // namespace sinew
