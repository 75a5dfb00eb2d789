#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/common.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// Caches the last key of each track of a clip, so that forward playback does not search. The pose does not depend on
/// the cursor; a cursor of another clip is reset.
class SampleCursor {
  public:
    /// The last key not later than `timeSeconds` (0 before the first). `times` is not empty.
    uint32_t seek(size_t track, std::span<const double> times, double timeSeconds);
    void bind(const AnimationClip& clip);

  private:
    const AnimationClip* clip_ = nullptr;
    std::vector<uint32_t> keys_;
};

/// Samples the clip at `timeSeconds`; parts of nodes without a track get their rest value. Translation and scale are
/// interpolated linearly, rotation by slerp along the short arc. `pose` has the hierarchy's size.
void sample(const AnimationClip& clip, const NodeHierarchy& hierarchy, double timeSeconds, SampleCursor& cursor,
            std::span<Transform> pose);

/// The value between two keys, as sample() interpolates it; numbers, vectors and unit quaternions, in `Real`.
template <typename Value, std::floating_point Real>
Value between(const Value& a, const Value& b, Real ratio) {
    if constexpr (std::same_as<Value, glm::qua<Real, glm::defaultp>>)
        return glm::slerp(a, b, ratio);  // takes the short arc
    else
        return glm::mix(a, b, ratio);
}

/// Samples a single channel by binary search; `rest` stands in for missing tracks.
Transform sampleChannel(const Channel& channel, const Transform& rest, double timeSeconds);

/// Samples the morph weights, interpolated linearly; `rest`, of the size of `weights`, has the weights without
/// animation. The cursor may be that of sample().
void sampleMorphs(const AnimationClip& clip, std::span<const float> rest, double timeSeconds, SampleCursor& cursor,
                  std::span<float> weights);

}  // namespace sinew
