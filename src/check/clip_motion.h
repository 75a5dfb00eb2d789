#pragma once

#include <functional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

class CheckedModel;

/// World matrices of some nodes at evenly spaced times of a clip, from its start to its end. Y up, in the file's unit.
struct ClipMotion {
    std::vector<uint32_t> nodes;
    std::vector<glm::mat4> worldFromNode;  ///< those of all nodes at the first time, then at the next
    double stepSeconds = 0.0;              ///< between two times; 0 for a single pose

    size_t steps() const { return nodes.empty() ? 0 : worldFromNode.size() / nodes.size() - 1; }
    const glm::mat4& matrix(size_t time, size_t node) const { return worldFromNode[time * nodes.size() + node]; }
    glm::vec3 position(size_t time, size_t node) const { return glm::vec3(matrix(time, node)[3]); }
    double seconds(size_t time) const { return stepSeconds * static_cast<double>(time); }
};

/// Samples `steps` + 1 poses of a clip, or one if it has no duration.
ClipMotion motionOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes, size_t steps);

/// At most `count` times of a motion, evenly spaced from its start to its end.
std::vector<size_t> evenTimes(const ClipMotion& motion, size_t count);

/// Writes the matrices of the motion's nodes into those of all nodes.
void writePose(const ClipMotion& motion, size_t time, std::span<glm::mat4> worldFromNode);

/// Calls visit with evenly spaced poses of each clip that has channels, from its start to its end: 3 to 16 of each, and
/// about `affordable` in all. Only nodes that move vertices have their place; Y up.
void forEachPose(
    const CheckedModel& checked, size_t affordable,
    const std::function<void(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds)>& visit);

/// What is left of a place or a way over the ground, Y up.
inline glm::vec3 overGround(const glm::vec3& vector) {
    return {vector.x, 0.0f, vector.z};
}

/// A horizontal displacement that counts as root motion, as a share of the model's size.
inline constexpr float kRootMotion = 0.05f;

/// Returns the horizontal displacement (x, z) from the start of the clip to its end: the median over the nodes, so that
/// a hand that ends elsewhere does not count.
glm::vec3 displacementOf(const ClipMotion& motion);

}  // namespace sinew
