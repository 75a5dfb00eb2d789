#pragma once

#include <functional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

/// World matrices of some nodes at evenly spaced times of a clip, from its start to its end. Y up, in the file's unit.
struct ClipMotion {
    std::vector<uint32_t> nodes;
    std::vector<std::vector<glm::mat4>> worldFromNode;  ///< [time][index into nodes]
    double stepSeconds = 0.0;                           ///< between two times

    size_t steps() const { return worldFromNode.size() - 1; }
    glm::vec3 position(size_t time, size_t node) const { return glm::vec3(worldFromNode[time][node][3]); }
};

/// Samples `steps` + 1 poses; fewer if there are many nodes, to bound the memory. `steps` is at least 1.
ClipMotion motionOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes, size_t steps);

/// Calls visit with evenly spaced poses of each selected clip that has channels, from its start to its end. Samples 3
/// to 16 poses per clip, and about `affordable` poses in all.
void forEachPose(
    const Model& model, size_t affordable, const std::function<bool(const AnimationClip&)>& selected,
    const std::function<void(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds)>& visit);

/// A horizontal displacement that counts as root motion, as a share of the model's size.
inline constexpr float kRootMotion = 0.05f;

/// Returns the horizontal displacement (x, z) from the start of the clip to its end: the median over the nodes, so that
/// a hand that ends elsewhere does not count.
glm::vec3 displacementOf(const ClipMotion& motion);

}  // namespace sinew
