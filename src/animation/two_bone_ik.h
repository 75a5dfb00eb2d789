#pragma once

#include <cstdint>
#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/node_hierarchy.h"

namespace sinew {

/// Thigh, shin and foot, or upper arm, forearm and hand: each a descendant of the one before.
struct TwoBoneChain {
    uint32_t upper = 0;
    uint32_t lower = 0;
    uint32_t end = 0;
};

/// Where the end of a chain is to go, in world space.
struct TwoBoneGoal {
    glm::vec3 target{0.0f};
    glm::vec3 pole{
        0.0f};  ///< the direction in which the middle joint bends; of no length, or not finite: as it bends now
    float softness = 0.0f;  ///< the share of the full stretch, in [0, 1), over which the chain gives way, see below
    float weight = 1.0f;    ///< 0 leaves the pose, 1 reaches the target
    bool keepsEndTurn =
        true;  ///< the end keeps its rotation in the world (a foot stays flat), else it goes with its bone
};

/// Turns the two upper joints of a pose so that the chain's end comes to the target, by the cosine rule. What is
/// farther away than the chain is long, it points at; what is nearer than it can fold, it comes closest to. With
/// softness the chain nears its full stretch without ever snapping straight: from `1 - softness` of it on, the distance
/// of the end follows an exponential (Nicholas, "Soft IK", 2009). `worldFromNode` is walked from `pose` and
/// `worldFromRoot`, and no longer speaks of the chain and what hangs on it afterwards. Nothing is done where a bone has
/// no length or the target is not finite. Exact under parents that are scaled alike along all axes.
void reach(const TwoBoneChain& chain, const TwoBoneGoal& goal, const NodeHierarchy& hierarchy,
           const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose);

/// Where the end of a leg goes on a ground that lies `heightOverFlat` above the flat one it was animated on, along `up`
/// (unit length): it keeps the height over the ground that it has in the pose.
glm::vec3 overGround(const glm::mat4& worldFromEnd, float heightOverFlat, const glm::vec3& up);

}  // namespace sinew
