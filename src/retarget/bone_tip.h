#pragma once

#include <optional>
#include <span>

#include "retarget/figure_bones.h"

namespace sinew {

/// A point that moves with a node.
struct BoneTip {
    uint32_t node = 0;
    glm::vec3 local{0.0f};  ///< in the node's space

    glm::dvec3 in(std::span<const glm::mat4> world) const { return glm::dvec3(world[node] * glm::vec4(local, 1.0f)); }
};

/// Where a bone of an arm or a leg leads: to the last bone of its limb in the figure. Without one below it, to the far
/// end of what its mesh extends along (principal axis), and without a mesh to its only child. Nothing if that is
/// unknown.
std::optional<BoneTip> tipOf(const Model& model, const std::vector<glm::mat4>& reference, const FigureBones& figure,
                             const BoneRole& role, uint32_t node);

}  // namespace sinew
