#pragma once

#include <cstdint>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/bounds.h"
#include "model/model.h"

namespace sinew {

/// Where the bones of skinned meshes are in the pose in which the meshes were bound, in the world. A bone is the lines
/// from its joint to the joints below it, or its joint alone.
class BoneLines {
  public:
    /// The model outlives it.
    explicit BoneLines(const Model& model);

    /// By node.
    const std::vector<glm::mat4>& worldFromNode() const { return worldFromNode_; }

    bool hasEnd(uint32_t node) const { return !below_[node].empty(); }

    /// The distance of a place from a bone; from the box of its joints where many hang on it.
    float away(uint32_t node, const glm::vec3& place) const;

    /// The middle of its lines.
    glm::vec3 middle(uint32_t node) const;

    /// From joint to joint along the skeleton.
    float pathBetween(uint32_t node, uint32_t other) const;

  private:
    glm::vec3 joint(uint32_t node) const { return glm::vec3(worldFromNode_[node][3]); }

    const NodeHierarchy& hierarchy_;
    std::vector<glm::mat4> worldFromNode_;
    std::vector<std::vector<uint32_t>> below_;  ///< by node: its bones; the ends of its chain where there are none
    std::vector<Box> boxes_;                    ///< by node
};

}  // namespace sinew
