#pragma once

#include <cstdint>
#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// Thigh, shin and foot, or upper arm, forearm and hand: each a descendant of the one before.
struct TwoBoneChain {
    uint32_t upper = 0;
    uint32_t lower = 0;
    uint32_t end = 0;
};

/// The target for the end of a chain, in world space.
struct TwoBoneGoal {
    glm::vec3 target{0.0f};
    glm::vec3 pole{0.0f};          ///< bend direction of the middle joint; zero or not finite: as in the pose
    float softness = 0.0f;         ///< in [0, 1): fraction of the full length over which reaching is eased, see below
    float weight = 1.0f;           ///< 0 keeps the pose, 1 reaches the target
    bool keepsEndRotation = true;  ///< the end keeps its world rotation (a foot stays flat), else it follows its bone
};

/// Rotates the two upper joints so that the end of the chain reaches the target, by the law of cosines. A target out of
/// reach is pointed at; one nearer than the chain can fold is approached. With softness the chain never snaps straight:
/// from `1 - softness` of the full length on, the distance of the end follows an exponential (Nicholas, "Soft IK",
/// 2009). `worldFromNode` belongs to `pose` and `worldFromRoot`, and is outdated afterwards for the chain and its
/// descendants. Does nothing if a bone has no length or the target is not finite. Exact under parents with uniform
/// scales.
void reach(const TwoBoneChain& chain, const TwoBoneGoal& goal, const NodeHierarchy& hierarchy,
           const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose);

/// The target for the end of a leg on ground that is `height` above the flat ground of the animation, along `up` (unit
/// length): the end keeps its height above the ground.
glm::vec3 overGround(const glm::mat4& worldFromEnd, float height, const glm::vec3& up);

}  // namespace sinew
