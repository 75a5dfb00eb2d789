#include "check/clip_motion.h"

#include <algorithm>

#include "animation/pose/sampled_poses.h"
#include "check/checks.h"

namespace sinew {

ClipMotion motionOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes, size_t steps) {
    constexpr size_t kMaxMatrices = 1u << 17;  // 8 MiB
    steps = std::clamp<size_t>(steps, 1, std::max<size_t>(4, kMaxMatrices / std::max<size_t>(1, nodes.size())));
    ClipMotion motion{.nodes = {nodes.begin(), nodes.end()},
                      .worldFromNode = {},
                      .stepSeconds = clip.durationSeconds / static_cast<double>(steps)};
    forEachSampledPose(model.hierarchy, clip, steps + 1, yUpFrom(model.up), [&](auto worldFromNode, double) {
        auto& kept = motion.worldFromNode.emplace_back();
        kept.reserve(nodes.size());
        for (const uint32_t node : nodes)
            kept.push_back(worldFromNode[node]);
    });
    return motion;
}

void forEachPose(
    const Model& model, size_t affordable, const std::function<bool(const AnimationClip&)>& selected,
    const std::function<void(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds)>& visit) {
    constexpr size_t kMinPoses = 3, kMaxPoses = 16;
    const size_t poses = std::clamp(affordable / std::max<size_t>(1, model.clips.size()), kMinPoses, kMaxPoses);
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || !selected(clip)) continue;
        forEachSampledPose(model.hierarchy, clip, clip.durationSeconds > 0.0 ? poses : 1, glm::mat4(1.0f),
                           [&](auto worldFromNode, double seconds) { visit(worldFromNode, c, seconds); });
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
