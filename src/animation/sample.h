#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

/// Remembers, for each track of a clip, the key that was used last, so that playing forward does not search. Any cursor
/// gives the same pose; a cursor made for another clip is reset.
class SampleCursor {
  public:
    /// The last key of `times` that is not later than `timeSeconds` (0 before the first). `times` is not empty.
    uint32_t seek(size_t track, std::span<const double> times, double timeSeconds);
    void bind(const AnimationClip& clip);

  private:
    const AnimationClip* clip_ = nullptr;
    std::vector<uint32_t> keys_;
};

/// Writes into `pose` what the clip's channels say at `timeSeconds`, and the rest transform where they say nothing.
/// Translation and scale go in straight lines between keys, rotation takes the short great arc (slerp). `pose` has the
/// hierarchy's size.
void sample(const AnimationClip& clip, const NodeHierarchy& hierarchy, double timeSeconds, SampleCursor& cursor,
            std::span<Transform> pose);

/// The same for one channel alone, with `rest` for the tracks it does not have. It searches: for a few nodes.
Transform sampleChannel(const Channel& channel, const Transform& rest, double timeSeconds);

/// The same for morph weights, in straight lines between keys: `weights` has the length of `rest`, the weights that no
/// clip moves. A cursor may serve both.
void sampleMorphs(const AnimationClip& clip, std::span<const float> rest, double timeSeconds, SampleCursor& cursor,
                  std::span<float> weights);

}  // namespace sinew
