#pragma once

// The part of pose_kernels_code.h that finds the keys of a time and goes between them: of one group of four nodes at a
// time, or where a register holds eight numbers of two that are alike.
//
// It assumes what pack_keys.cpp sees to, and does not look: two rows or more to a timeline, with times that rise;
// rotations of unit length, neighbours at most kLargestTurn apart and on one side. A time that is not a number gives
// the first row.

#include "animation/pose_kernels.h"
#include "animation/wide.h"

namespace sinew::SINEW_KERNELS {
namespace {

/// The row before a time, how far after it the next one stands, and how much that counts.
struct Place {
    const FourFloats* before;
    size_t stride;
    float ratio;
};

// How much of each row is fetched as a time is looked up, for after a jump it comes from far (what follows is read in
// order, which the processor foresees). Past the end of the rows that does nothing.
constexpr size_t kLinesFetched = 8, kFoursInLine = 4;

Place placeOf(const TimelineView& timeline, double timeSeconds) {
    const uint32_t last = timeline.rowCount - 1;
    uint32_t row = 0;
    double ratio = 0.0;
    if (timeSeconds >= timeline.times[last]) {
        row = last - 1;
        ratio = 1.0;
    } else if (timeSeconds > timeline.times[0]) {
        const uint32_t stretch = stretchOf(timeSeconds, timeline.times[0], timeline.stretchesPerSecond, last);
        row = timeline.firstRows[stretch];
        uint32_t end = timeline.firstRows[stretch + 1] + 1;
        end = end < last ? end : last;
        while (end - row > 8) {  // crowded keys
            const uint32_t middle = row + (end - row) / 2;
            (timeline.times[middle] <= timeSeconds ? row : end) = middle;
        }
        while (timeline.times[row + 1] <= timeSeconds)
            ++row;
        ratio = (timeSeconds - timeline.times[row]) / (timeline.times[row + 1] - timeline.times[row]);
    }
    const FourFloats* before = timeline.rows + size_t{row} * timeline.stride;
    for (size_t line = 0; line < kLinesFetched; ++line) {
        __builtin_prefetch(before + line * kFoursInLine);
        __builtin_prefetch(before + timeline.stride + line * kFoursInLine);
    }
    return {before, timeline.stride, static_cast<float>(ratio)};
}

/// Shares of the two ends of a great arc, for any number of arcs and one ratio: with the cosine x between the ends,
/// sin(t angle) / sin(angle) = sum of shares[i] (x - 1)^i (Eberly, "A Fast and Accurate Algorithm for Computing SLERP",
/// 2011). For arcs of kLargestTurn the first term left out is 2e-8.
struct ArcShares {
    static constexpr int kTerms = 6;
    Widest before[kTerms], after[kTerms];

    ArcShares() {
        for (int i = 0; i < kTerms; ++i)
            before[i] = after[i] = splatWidest(0.0f);
    }

    // Not inline: a compiler that sees both sides carries all of this from group to group in copies.
    [[gnu::noinline]] void set(float ratio) {
        float a = 1.0f - ratio, b = ratio;
        const float aa = a * a, bb = b * b;
        before[0] = splatWidest(a);
        after[0] = splatWidest(b);
        for (int i = 1; i < kTerms; ++i) {
            const float n = static_cast<float>(i);
            const float u = 1.0f / (n * (2.0f * n + 1.0f)), v = n / (2.0f * n + 1.0f);
            a *= u * aa - v;
            b *= u * bb - v;
            before[i] = splatWidest(a);
            after[i] = splatWidest(b);
        }
    }
};

/// The sum of terms[i] x^i in pairs, which do not wait for each other.
template <typename Lanes>
SINEW_INLINE Lanes shareAt(const Widest* terms, Lanes x, Lanes xx) {
    Lanes c[ArcShares::kTerms];
    for (int i = 0; i < ArcShares::kTerms; ++i)
        narrow(terms[i], c[i]);
    const Lanes high = multiplyAdd(multiplyAdd(c[5], x, c[4]), xx, multiplyAdd(c[3], x, c[2]));
    return multiplyAdd(high, xx, multiplyAdd(c[1], x, c[0]));
}

/// The numbers of a track before and after a time.
struct TwoKeys {
    const FourFloats* before;
    const FourFloats* after;  ///< none: it does not move
    bool isNew;               ///< they stand in another timeline than the last ones that move
};

/// Remembers the place in the timeline that was used last: in most clips there is no other.
class Playhead {
  public:
    Playhead(const PackedClipView& clip, double timeSeconds) : clip_(clip), timeSeconds_(timeSeconds) {}

    SINEW_INLINE TwoKeys keysOf(TrackGroup track) {
        if (track.timeline == kStill) return {clip_.still + track.offset, nullptr, false};
        const bool isNew = track.timeline != timeline_;
        if (isNew) {
            timeline_ = track.timeline;
            place_ = placeOf(clip_.timelines[timeline_], timeSeconds_);
        }
        const FourFloats* before = place_.before + track.offset;
        return {before, before + place_.stride, isNew};
    }
    float ratio() const { return place_.ratio; }

  private:
    const PackedClipView& clip_;
    double timeSeconds_;
    uint32_t timeline_ = kStill;
    Place place_{};
};

/// Transforms of four nodes (Wide), or of the four of one group and the four of another (Pair).
template <typename Lanes>
struct Transforms {
    Lanes translation[3], rotation[4], scale[3];
};

#if SINEW_TWO_GROUPS
/// Whether two groups can be sampled as one.
SINEW_INLINE bool alike(const NodeGroup& a, const NodeGroup& b) {
    return a.translation.timeline == b.translation.timeline && a.rotation.timeline == b.rotation.timeline &&
           a.scale.timeline == b.scale.timeline && (a.scaleCode == kStill) == (b.scaleCode == kStill);
}
#endif

class Sampler {
  public:
    Sampler(const PackedClipView& clip, double timeSeconds)
        : still_(clip.still), vectors_(clip, timeSeconds), rotations_(clip, timeSeconds) {}

    /// `second` is read for a Pair alone, and is alike.
    template <typename Lanes>
    SINEW_INLINE void sample(const NodeGroup& group, const NodeGroup& second, Transforms<Lanes>& out) {
        sampleVector(group.translation, second.translation, out.translation);
        sampleRotation(group.rotation, second.rotation, out.rotation);
        if (group.scaleCode == kStill)
            sampleVector(group.scale, second.scale, out.scale);
        else
            sampleCoded(group, second, out.scale);
    }

  private:
    SINEW_INLINE TwoKeys vectorKeys(TrackGroup track) {
        const TwoKeys keys = vectors_.keysOf(track);
        if (keys.isNew) {
            before_ = splatWidest(1.0f - vectors_.ratio());
            after_ = splatWidest(vectors_.ratio());
        }
        return keys;
    }

    static int64_t between(uint32_t offset, uint32_t second) { return int64_t{second} - int64_t{offset}; }

    template <typename Lanes>
    SINEW_INLINE void sampleCoded(const NodeGroup& group, const NodeGroup& second, Lanes* out) {
        const TwoKeys keys = vectorKeys(group.scale);
        const int64_t words = between(group.scale.offset, second.scale.offset);
        const int64_t ends = between(group.scaleCode, second.scaleCode);
        Lanes from, to, before, after;
        loadGroups(keys.before, words, from);
        loadGroups(keys.after, words, to);
        narrow(before_, before);
        narrow(after_, after);
        const Lanes steps[3] = {multiplyAdd(tenBits<0>(to), after, tenBits<0>(from) * before),
                                multiplyAdd(tenBits<1>(to), after, tenBits<1>(from) * before),
                                multiplyAdd(tenBits<2>(to), after, tenBits<2>(from) * before)};
        const FourFloats* low = still_ + group.scaleCode;
        for (int i = 0; i < 3; ++i) {
            Lanes start, step;
            loadGroups(low + i, ends, start);
            loadGroups(low + 3 + i, ends, step);
            out[i] = multiplyAdd(steps[i], step, start);
        }
    }

    template <typename Lanes>
    SINEW_INLINE void sampleVector(TrackGroup track, TrackGroup second, Lanes* out) {
        const TwoKeys keys = vectorKeys(track);
        const int64_t toSecond = between(track.offset, second.offset);
        for (int i = 0; i < 3; ++i)
            loadGroups(keys.before + i, toSecond, out[i]);
        if (!keys.after) return;
        Lanes to, before, after;
        narrow(before_, before);
        narrow(after_, after);
        for (int i = 0; i < 3; ++i) {
            loadGroups(keys.after + i, toSecond, to);
            out[i] = multiplyAdd(to, after, out[i] * before);
        }
    }

    template <typename Lanes>
    SINEW_INLINE void sampleRotation(TrackGroup track, TrackGroup second, Lanes* out) {
        const TwoKeys keys = rotations_.keysOf(track);
        const int64_t toSecond = between(track.offset, second.offset);
        for (int i = 0; i < 4; ++i)
            loadGroups(keys.before + i, toSecond, out[i]);
        if (!keys.after) return;
        if (keys.isNew) shares_.set(rotations_.ratio());
        Lanes to[4], x;
        for (int i = 0; i < 4; ++i)
            loadGroups(keys.after + i, toSecond, to[i]);
        narrow(splatWidest(-1.0f), x);
        for (int i = 0; i < 4; ++i)
            x = multiplyAdd(out[i], to[i], x);
        const Lanes xx = x * x;
        const Lanes before = shareAt(shares_.before, x, xx), after = shareAt(shares_.after, x, xx);
        for (int i = 0; i < 4; ++i)
            out[i] = multiplyAdd(to[i], after, out[i] * before);
    }

    const FourFloats* still_;
    Playhead vectors_, rotations_;
    Widest before_ = splatWidest(0.0f), after_ = splatWidest(0.0f);
    ArcShares shares_;
};

}  // namespace
}  // namespace sinew::SINEW_KERNELS
