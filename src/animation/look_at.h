#pragma once

#include <cstdint>
#include <numbers>
#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/node_hierarchy.h"

namespace sinew {

/// A joint that takes part in a look: of the turn that is still missing when it is its turn, it makes the share
/// `weight` in [0, 1].
struct LookJoint {
    uint32_t node = 0;
    float weight = 1.0f;
};

struct LookGoal {
    glm::vec3 target{0.0f};               ///< world space
    glm::vec3 forward{0.0f, 0.0f, 1.0f};  ///< where the last joint looks, in its own axes
    float limitRadians =
        std::numbers::pi_v<float>;  ///< from where it looks in the pose, no matter how the joints share
};

/// Turns a chain of joints, each a descendant of the one before (neck, head), so that the last one looks at the target:
/// exactly, where its weight is 1 and the limit allows. All joints turn the short way; a target past the limit is
/// looked at as far as that goes, one in the eye itself not at all. `worldFromNode` is walked from `pose` and
/// `worldFromRoot`, and no longer speaks of the chain and what hangs on it afterwards. Exact under parents that are
/// scaled alike along all axes.
void lookAt(std::span<const LookJoint> joints, const LookGoal& goal, const NodeHierarchy& hierarchy,
            const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose);

}  // namespace sinew
