#pragma once

#include <algorithm>
#include <vector>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"

namespace sinew {

/// Calls visit(worldFromNode, seconds) for `count` poses of a clip, evenly spaced from its start to its end, both
/// included; a single pose is the start. For loading and checks, not for every frame.
template <typename Visit>
void forEachSampledPose(const NodeHierarchy& hierarchy, const AnimationClip& clip, size_t count,
                        const glm::mat4& worldFromRoot, const Visit& visit) {
    SampleCursor cursor;
    LocalPose pose(hierarchy.size());
    std::vector<glm::mat4> worldFromNode(hierarchy.size());
    const auto steps = static_cast<double>(std::max<size_t>(count, 2) - 1);
    for (size_t i = 0; i < count; ++i) {
        const double seconds = clip.durationSeconds * static_cast<double>(i) / steps;
        sample(clip, hierarchy, seconds, cursor, pose);
        walkHierarchy(hierarchy, pose, worldFromRoot, worldFromNode);
        visit(std::span<const glm::mat4>(worldFromNode), seconds);
    }
}

}  // namespace sinew
