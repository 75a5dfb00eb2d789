#pragma once

#include <span>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

/// What the poses of an additive clip are compared with.
enum class AdditiveReference { restPose, firstFrame };

/// That pose, of the hierarchy's size. For loading: the first frame is sampled.
void referencePose(const AnimationClip& clip, const NodeHierarchy& hierarchy, AdditiveReference reference,
                   std::span<Transform> out);

/// How `pose` differs from `reference`, node by node: the difference of the translations, the turn in the node's own
/// axes (a nod stays a nod however the head is turned), and the ratio of the scales (1 where the reference's is 0).
/// `out` may be either.
void differenceFrom(std::span<const Transform> reference, std::span<const Transform> pose, std::span<Transform> out);

/// `weight` of a difference on top of `base`: 0 leaves it, 1 on top of the reference is the pose that was compared;
/// below 0 and past 1 it goes on. `mask` (NodeMask::weights) multiplies the weight at each node; empty: 1 everywhere.
/// `out` may be `base`.
void addDifference(std::span<const Transform> base, std::span<const Transform> difference, float weight,
                   std::span<const float> mask, std::span<Transform> out);

}  // namespace sinew
