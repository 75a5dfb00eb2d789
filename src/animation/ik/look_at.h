#pragma once

#include <cstdint>
#include <numbers>
#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// A joint of a look-at chain. `weight`, in [0, 1], is the share of the remaining rotation that this joint takes.
struct LookJoint {
    uint32_t node = 0;
    float weight = 1.0f;
};

struct LookGoal {
    glm::vec3 target{0.0f};               ///< world space
    glm::vec3 forward{0.0f, 0.0f, 1.0f};  ///< view direction in the last joint's own axes
    float limitRadians =
        std::numbers::pi_v<float>;  ///< largest angle from the view direction of the pose, over all joints
};

/// Rotates a chain of joints, each a descendant of the one before (neck, head), so that the last one looks at the
/// target: exactly, if its weight is 1 and the limit allows it. All rotations take the short arc. A target beyond the
/// limit is approached up to the limit, one at the eye itself is ignored. `worldFromNode` belongs to `pose` and
/// `worldFromRoot`, and is outdated afterwards for the chain and its descendants. Exact under parents with uniform
/// scales.
void lookAt(std::span<const LookJoint> joints, const LookGoal& goal, const NodeHierarchy& hierarchy,
            const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose);

}  // namespace sinew
