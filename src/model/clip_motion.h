#pragma once

#include <functional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

/// Where nodes stand at evenly spread times of a clip, the first and the last among them: Y up, in units of the world.
struct ClipMotion {
    std::vector<uint32_t> nodes;
    std::vector<std::vector<glm::mat4>> worldFromNode;  ///< [time][index into nodes]
    double stepSeconds = 0.0;                           ///< from one time to the next; 0 when there is only one

    size_t steps() const { return worldFromNode.size() - 1; }
    glm::vec3 position(size_t time, size_t node) const { return glm::vec3(worldFromNode[time][node][3]); }
};

/// `steps` is at least 1. Long hierarchies get fewer, so that what is kept stays small.
ClipMotion motionOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes, size_t steps);

/// Calls `see` with the whole model's nodes at evenly spread times of each clip that moves something and that `chosen`
/// takes, the first and the last among them. 3 to 16 times a clip: about `affordable` of them over all clips.
void forEachPose(const Model& model, size_t affordable, const std::function<bool(const AnimationClip&)>& chosen,
                 const std::function<void(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds)>& see);

/// A way over the ground that is meant, as a share of the model's size.
inline constexpr float kTravels = 0.05f;

/// The way over the ground (x, z) from the clip's first time to its last: the median over the nodes, so that a hand
/// that ends elsewhere is no way.
glm::vec3 travelOf(const ClipMotion& motion);

}  // namespace sinew
