#pragma once

#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "animation/clip/node_hierarchy.h"
#include "animation/packed/pose_kernels.h"

namespace sinew {

/// One transform (parentFromNode) per node of a hierarchy.
using LocalPose = std::vector<Transform>;

/// A pose to read: the nodes' transforms and the model's morph weights.
struct PoseView {
    std::span<const Transform> nodes;
    std::span<const float> morphs;
};

/// A pose to write.
struct PoseSpan {
    std::span<Transform> nodes;
    std::span<float> morphs;

    operator PoseView() const { return {nodes, morphs}; }
};

struct Pose {
    LocalPose nodes;
    std::vector<float> morphs;

    operator PoseView() const { return {nodes, morphs}; }
    operator PoseSpan() { return {nodes, morphs}; }
};

void copyPose(const PoseView& from, const PoseSpan& to);

/// out = (1 - ratio) * from + ratio * to, with `ratio` in [0, 1]. Rotations take the short arc (slerp) and stay
/// normalized. `out` may be `from` or `to`. Exact at 0 and 1.
void blend(std::span<const Transform> from, std::span<const Transform> to, float ratio, std::span<Transform> out);
void blend(std::span<const float> from, std::span<const float> to, float ratio, std::span<float> out);
void blend(const PoseView& from, const PoseView& to, float ratio, const PoseSpan& out);

/// worldFromNode[i] = worldFromNode[parents[i]] * matrix(pose[i]), in one loop, since parents come first. `pose` and
/// `worldFromNode` have the hierarchy's size. Roots start from `worldFromRoot`, which is affine.
void walkHierarchy(const NodeHierarchy& hierarchy, std::span<const Transform> pose, const glm::mat4& worldFromRoot,
                   std::span<glm::mat4> worldFromNode, const PoseKernels& kernels = fastestKernels());

/// walkHierarchy() in plain lines, up to rounding: what the kernels compute, and what their tests compare them with.
void walkHierarchyPlainly(const NodeHierarchy& hierarchy, std::span<const Transform> pose,
                          const glm::mat4& worldFromRoot, std::span<glm::mat4> worldFromNode);

}  // namespace sinew
