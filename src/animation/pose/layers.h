#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "animation/clip/clip.h"
#include "animation/pose/pose.h"

namespace sinew {

/// How much of a layer each node takes, in [0, 1].
struct NodeMask {
    std::vector<float> weights;  ///< one per node of a hierarchy

    bool operator==(const NodeMask&) const = default;
};

/// Selects `root` and its descendants; 0 elsewhere. With `featherLevels` of N the weight ramps up level by level: 1 /
/// (N + 1) at the root, 2 / (N + 1) at its children, and 1 from N levels below it on. A root past the end of the
/// hierarchy selects no node.
NodeMask branchMask(const NodeHierarchy& hierarchy, uint32_t root, uint32_t featherLevels = 0);

/// The larger weight of the two at each node. Both masks belong to the same hierarchy.
void unite(NodeMask& mask, const NodeMask& other);

/// One of the poses that blendLayers() averages.
struct PoseLayer {
    PoseView pose;
    float weight = 1.0f;  ///< negative or NaN counts as 0
};

/// The weighted mean of the layers; the weights are normalized to a sum of 1, and with no weight at all the result is
/// `rest`. Rotations are blended linearly and normalized (Kavan and Zara 2005), each negated where needed to lie in the
/// hemisphere of the rotation nearest to all others, so the order of the layers does not matter. A single layer is
/// copied exactly. `out` may be any of the poses.
void blendLayers(std::span<const PoseLayer> layers, const PoseView& rest, const PoseSpan& out);

/// The pose that an additive clip is relative to.
enum class AdditiveReference { restPose, firstFrame };

/// Writes that pose of `clip`. `rest`: the rest morph weights. For loading: the first frame is sampled.
void referencePose(const AnimationClip& clip, const NodeHierarchy& hierarchy, std::span<const float> rest,
                   AdditiveReference reference, const PoseSpan& out);

/// The difference of `pose` from `reference`, node by node: the difference of the translations, the rotation in the
/// node's own axes (a nod stays a nod however the head is turned), and the ratio of the scales (1 where the reference's
/// is 0). `out` may be either.
void differenceFrom(std::span<const Transform> reference, std::span<const Transform> pose, std::span<Transform> out);

/// Adds `weight` times a difference to `base`: 1 on top of the reference gives the original pose; weights below 0 and
/// above 1 extrapolate. `mask` (NodeMask::weights) scales the weight at each node; empty: 1 everywhere. `out` may be
/// `base`.
void addDifference(std::span<const Transform> base, std::span<const Transform> difference, float weight,
                   std::span<const float> mask, std::span<Transform> out);

}  // namespace sinew
