#include "animation/node_paths.h"

#include <algorithm>
#include <limits>

#include "animation/pose.h"
#include "animation/sample.h"

namespace sinew {
namespace {

constexpr double kSamplesASecond = 60.0;
constexpr double kMinSamples = 16;
constexpr double kMaxSamples = 240;

}  // namespace

NodePaths nodePaths(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot) {
    const auto count =
        static_cast<size_t>(std::clamp(clip.durationSeconds * kSamplesASecond, kMinSamples, kMaxSamples));
    NodePaths paths{.stepSeconds = clip.durationSeconds / static_cast<double>(count)};
    LocalPose pose(hierarchy.size());
    std::vector<glm::mat4> worldFromNode(hierarchy.size());
    SampleCursor cursor;
    float lowest = std::numeric_limits<float>::max(), highest = std::numeric_limits<float>::lowest();
    for (size_t i = 0; i <= count; ++i) {
        sample(clip, hierarchy, clip.durationSeconds * static_cast<double>(i) / static_cast<double>(count), cursor,
               pose);
        walkHierarchy(hierarchy, pose, worldFromRoot, worldFromNode);
        auto& positions = paths.positions.emplace_back();
        for (const glm::mat4& node : worldFromNode) {
            positions.emplace_back(node[3]);
            lowest = std::min(lowest, node[3].y);
            highest = std::max(highest, node[3].y);
        }
    }
    paths.floor = lowest;
    paths.height = highest - lowest;
    return paths;
}

}  // namespace sinew
