#include "model/clip_motion.h"

#include <algorithm>

#include <glm/geometric.hpp>

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

glm::vec3 travelOf(const ClipMotion& motion, float notable) {
    for (size_t node = 0; node < motion.nodes.size(); ++node) {
        const glm::vec3 first = motion.position(0, node);
        for (size_t time = 1; time <= motion.steps(); ++time) {
            if (glm::distance(motion.position(time, node), first) <= notable) continue;
            const glm::vec3 way = motion.position(motion.steps(), node) - first;
            return {way.x, 0.0f, way.z};
        }
    }
    return glm::vec3(0.0f);
}

}  // namespace sinew
