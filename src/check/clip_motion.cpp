#include "check/clip_motion.h"

#include <algorithm>

#include "animation/pose/sampled_poses.h"
#include "check/checked_model.h"
#include "check/checks.h"

namespace sinew {

ClipMotion motionOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes, size_t steps) {
    if (!(clip.durationSeconds > 0.0)) steps = 0;
    ClipMotion motion{.nodes = {nodes.begin(), nodes.end()},
                      .worldFromNode = {},
                      .stepSeconds = steps > 0 ? clip.durationSeconds / static_cast<double>(steps) : 0.0};
    motion.worldFromNode.reserve((steps + 1) * nodes.size());
    forEachSampledPose(model.hierarchy, clip, steps + 1, yUpFrom(model.up), [&](auto worldFromNode, double) {
        for (const uint32_t node : nodes)
            motion.worldFromNode.push_back(worldFromNode[node]);
    });
    return motion;
}

std::vector<size_t> evenTimes(const ClipMotion& motion, size_t count) {
    const size_t intervals = std::min(motion.steps(), std::max<size_t>(1, count) - 1);
    std::vector<size_t> times;
    for (size_t i = 0; i <= intervals; ++i)
        times.push_back(intervals > 0 ? (2 * i * motion.steps() + intervals) / (2 * intervals) : 0);
    return times;
}

void writePose(const ClipMotion& motion, size_t time, std::span<glm::mat4> worldFromNode) {
    for (size_t i = 0; i < motion.nodes.size(); ++i)
        worldFromNode[motion.nodes[i]] = motion.matrix(time, i);
}

void forEachPose(
    const CheckedModel& checked, size_t affordable,
    const std::function<void(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds)>& visit) {
    constexpr size_t kMinPoses = 3, kMaxPoses = 16;
    const std::vector<AnimationClip>& clips = checked.model.clips;
    const size_t poses = std::clamp(affordable / std::max<size_t>(1, clips.size()), kMinPoses, kMaxPoses);
    std::vector<glm::mat4> worldFromNode(checked.model.hierarchy.size(), glm::mat4(1.0f));
    for (size_t c = 0; c < clips.size(); ++c) {
        if (clips[c].channels.empty()) continue;
        const ClipMotion& motion = checked.motionOf(c);
        for (const size_t time : evenTimes(motion, poses)) {
            writePose(motion, time, worldFromNode);
            visit(worldFromNode, c, motion.seconds(time));
        }
    }
}

glm::vec3 displacementOf(const ClipMotion& motion) {
    std::vector<float> x, z;
    for (size_t node = 0; node < motion.nodes.size(); ++node) {
        const glm::vec3 displacement = motion.position(motion.steps(), node) - motion.position(0, node);
        x.push_back(displacement.x);
        z.push_back(displacement.z);
    }
    return x.empty() ? glm::vec3(0.0f) : glm::vec3(medianOf(x), 0.0f, medianOf(z));
}

}  // namespace sinew
