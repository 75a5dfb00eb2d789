#include "model/clip_motion.h"

#include <algorithm>

#include "animation/pose.h"
#include "animation/sample.h"
#include "model/up_axis.h"

namespace sinew {
namespace {

constexpr size_t kMostMatrices = 1u << 17;  // 8 MiB

}  // namespace

ClipMotion motionOf(const Model& model, const AnimationClip& clip, std::span<const uint32_t> nodes, size_t steps) {
    steps = std::clamp<size_t>(steps, 1, std::max<size_t>(4, kMostMatrices / std::max<size_t>(1, nodes.size())));
    ClipMotion motion{.nodes = {nodes.begin(), nodes.end()},
                      .worldFromNode = {},
                      .stepSeconds = clip.durationSeconds / static_cast<double>(steps)};
    SampleCursor cursor;
    LocalPose pose(model.hierarchy.size());
    std::vector<glm::mat4> world(model.hierarchy.size());
    for (size_t i = 0; i <= steps; ++i) {
        sample(clip, model.hierarchy, clip.durationSeconds * static_cast<double>(i) / static_cast<double>(steps),
               cursor, pose);
        walkHierarchy(model.hierarchy, pose, yUpFrom(model.up), world);
        auto& kept = motion.worldFromNode.emplace_back();
        kept.reserve(nodes.size());
        for (const uint32_t node : nodes)
            kept.push_back(world[node]);
    }
    return motion;
}

void forEachPose(
    const Model& model, size_t affordable, const std::function<bool(const AnimationClip&)>& chosen,
    const std::function<void(std::span<const glm::mat4> worldFromNode, size_t clip, double seconds)>& see) {
    constexpr size_t kLeastTimes = 3, kMostTimes = 16;
    const size_t times = std::clamp(affordable / std::max<size_t>(1, model.clips.size()), kLeastTimes, kMostTimes);
    SampleCursor cursor;
    LocalPose pose(model.hierarchy.size());
    std::vector<glm::mat4> worldFromNode(model.hierarchy.size());
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const AnimationClip& clip = model.clips[c];
        if (clip.channels.empty() || !chosen(clip)) continue;
        for (size_t i = 0; i < (clip.durationSeconds > 0.0 ? times : 1); ++i) {
            const double seconds = clip.durationSeconds * static_cast<double>(i) / static_cast<double>(times - 1);
            sample(clip, model.hierarchy, seconds, cursor, pose);
            walkHierarchy(model.hierarchy, pose, glm::mat4(1.0f), worldFromNode);
            see(worldFromNode, c, seconds);
        }
    }
}

glm::vec3 travelOf(const ClipMotion& motion) {
    std::vector<float> x, z;
    for (size_t node = 0; node < motion.nodes.size(); ++node) {
        const glm::vec3 way = motion.position(motion.steps(), node) - motion.position(0, node);
        x.push_back(way.x);
        z.push_back(way.z);
    }
    if (x.empty()) return glm::vec3(0.0f);
    const auto middle = static_cast<std::ptrdiff_t>(x.size() / 2);
    std::ranges::nth_element(x, x.begin() + middle);
    std::ranges::nth_element(z, z.begin() + middle);
    return {x[static_cast<size_t>(middle)], 0.0f, z[static_cast<size_t>(middle)]};
}

}  // namespace sinew
