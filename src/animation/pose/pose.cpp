#include "animation/pose/pose.h"

#include <algorithm>
#include <cassert>

#include <glm/common.hpp>

namespace sinew {

void copyPose(const PoseView& from, const PoseSpan& to) {
    assert(from.nodes.size() == to.nodes.size() && from.morphs.size() == to.morphs.size());
    std::ranges::copy(from.nodes, to.nodes.begin());
    std::ranges::copy(from.morphs, to.morphs.begin());
}

void blend(std::span<const Transform> from, std::span<const Transform> to, float ratio, std::span<Transform> out) {
    assert(from.size() == to.size() && to.size() == out.size());
    if (ratio <= 0.0f || ratio >= 1.0f) {
        const std::span<const Transform> whole = ratio <= 0.0f ? from : to;
        if (whole.data() != out.data()) std::copy(whole.begin(), whole.end(), out.begin());
        return;
    }
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = {.translation = glm::mix(from[i].translation, to[i].translation, ratio),
                  .rotation = glm::normalize(glm::slerp(from[i].rotation, to[i].rotation, ratio)),
                  .scale = glm::mix(from[i].scale, to[i].scale, ratio)};
    }
}

void blend(std::span<const float> from, std::span<const float> to, float ratio, std::span<float> out) {
    assert(from.size() == to.size() && to.size() == out.size());
    const float clamped = glm::clamp(ratio, 0.0f, 1.0f);
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = clamped == 1.0f ? to[i] : from[i] + (to[i] - from[i]) * clamped;
}

void blend(const PoseView& from, const PoseView& to, float ratio, const PoseSpan& out) {
    blend(from.nodes, to.nodes, ratio, out.nodes);
    blend(from.morphs, to.morphs, ratio, out.morphs);
}

void walkHierarchy(const NodeHierarchy& hierarchy, std::span<const Transform> pose, const glm::mat4& worldFromRoot,
                   std::span<glm::mat4> worldFromNode, const PoseKernels& kernels) {
    assert(pose.size() == hierarchy.size() && worldFromNode.size() == hierarchy.size());
    if (pose.empty()) return;
    kernels.walkPose(hierarchy.parents.data(), static_cast<uint32_t>(pose.size()), &pose[0].translation.x,
                     &worldFromRoot[0].x, &worldFromNode[0][0].x);
}

void walkHierarchyPlainly(const NodeHierarchy& hierarchy, std::span<const Transform> pose,
                          const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode) {
    for (size_t i = 0; i < pose.size(); ++i) {
        const int32_t parent = hierarchy.parents[i];
        const glm::mat4& worldFromParent =
            parent == kNoParent ? worldFromRoot : worldFromNode[static_cast<size_t>(parent)];
        worldFromNode[i] = worldFromParent * matrixFrom(pose[i]);
    }
}

}  // namespace sinew
