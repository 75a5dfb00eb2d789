#pragma once

// The part of pose_kernels_code.h that finds the keys around a time and interpolates them: one group of four nodes, or
// two compatible groups where a register holds eight floats.
//
// It relies on pack_keys.cpp and does not check: at least two rows per timeline, ascending times, normalized rotations,
// neighbors at most kMaxKeyAngle apart and in one hemisphere. A time of NaN gives the first row.

#include "animation/packed/lanes.h"
#include "animation/packed/pose_kernels.h"

namespace sinew::SINEW_KERNELS {
namespace {

/// The row before a time, the distance to the next row, and the weight of the next row.
struct RowPair {
    const Float4* before;
    size_t stride;
    float ratio;
};

// Cache lines of each row to prefetch on a lookup: after a seek they are cold, and the rest is read in order. Harmless
// past the end of the rows.
constexpr size_t kLinesFetched = 8, kFoursInLine = 4;

RowPair findRows(const TimelineView& timeline, double timeSeconds) {
    const uint32_t last = timeline.rowCount - 1;
    uint32_t row = 0;
    double ratio = 0.0;
    if (timeSeconds >= timeline.times[last]) {
        row = last - 1;
        ratio = 1.0;
    } else if (timeSeconds > timeline.times[0]) {
        const uint32_t bucket = bucketOf(timeSeconds, timeline.times[0], timeline.bucketsPerSecond, last);
        row = timeline.firstRows[bucket];
        uint32_t end = timeline.firstRows[bucket + 1] + 1;
        end = end < last ? end : last;
        while (end - row > 8) {  // unevenly spaced keys
            const uint32_t middle = row + (end - row) / 2;
            (timeline.times[middle] <= timeSeconds ? row : end) = middle;
        }
        while (timeline.times[row + 1] <= timeSeconds)
            ++row;
        ratio = (timeSeconds - timeline.times[row]) / (timeline.times[row + 1] - timeline.times[row]);
    }
    const Float4* before = timeline.rows + size_t{row} * timeline.stride;
    for (size_t line = 0; line < kLinesFetched; ++line) {
        __builtin_prefetch(before + line * kFoursInLine);
        __builtin_prefetch(before + timeline.stride + line * kFoursInLine);
    }
    return {before, timeline.stride, static_cast<float>(ratio)};
}

/// The weights of slerp as polynomials, for any number of rotations at one ratio: with x the cosine between the ends,
/// sin(t angle) / sin(angle) = sum of terms[i] (x - 1)^i (Eberly, "A Fast and Accurate Algorithm for Computing SLERP",
/// 2011). Up to kMaxKeyAngle the first omitted term is 2e-8.
struct SlerpWeights {
    static constexpr int kTerms = 6;
    MaxLanes before[kTerms], after[kTerms];

    SlerpWeights() {
        for (int i = 0; i < kTerms; ++i)
            before[i] = after[i] = splatMax(0.0f);
    }

    // Not inlined: otherwise the compiler keeps copies of all terms live across groups.
    [[gnu::noinline]] void set(float ratio) {
        float a = 1.0f - ratio, b = ratio;
        const float aa = a * a, bb = b * b;
        before[0] = splatMax(a);
        after[0] = splatMax(b);
        for (int i = 1; i < kTerms; ++i) {
            const float n = static_cast<float>(i);
            const float u = 1.0f / (n * (2.0f * n + 1.0f)), v = n / (2.0f * n + 1.0f);
            a *= u * aa - v;
            b *= u * bb - v;
            before[i] = splatMax(a);
            after[i] = splatMax(b);
        }
    }

    /// The sum of terms[i] x^i, evaluated in independent pairs (Estrin).
    template <typename Lanes>
    SINEW_INLINE static Lanes weightAt(const MaxLanes* terms, Lanes x, Lanes xx) {
        Lanes c[kTerms];
        for (int i = 0; i < kTerms; ++i)
            narrow(terms[i], c[i]);
        const Lanes high = multiplyAdd(multiplyAdd(c[5], x, c[4]), xx, multiplyAdd(c[3], x, c[2]));
        return multiplyAdd(high, xx, multiplyAdd(c[1], x, c[0]));
    }

    /// Turns each rotation at `from` towards the one at `to`.
    template <typename Lanes>
    SINEW_INLINE void slerp(Lanes* from, const Lanes* to) const {
        Lanes x;
        narrow(splatMax(-1.0f), x);
        for (int i = 0; i < 4; ++i)
            x = multiplyAdd(from[i], to[i], x);
        const Lanes xx = x * x;
        const Lanes share = weightAt(before, x, xx), toShare = weightAt(after, x, xx);
        for (int i = 0; i < 4; ++i)
            from[i] = multiplyAdd(to[i], toShare, from[i] * share);
    }
};

/// The keys of a track before and after a time.
struct KeyPair {
    const Float4* before;
    const Float4* after;  ///< null: constant
    bool isNew;           ///< from another timeline than the previous animated track
};

/// Caches the rows of the last timeline: most clips have only one.
class TimelineCursor {
  public:
    TimelineCursor(const PackedClipView& clip, double timeSeconds) : clip_(clip), timeSeconds_(timeSeconds) {}

    SINEW_INLINE KeyPair keysOf(TrackGroup track) {
        if (track.timeline == kNoIndex) return {clip_.constants + track.offset, nullptr, false};
        const bool isNew = track.timeline != timeline_;
        if (isNew) {
            timeline_ = track.timeline;
            rows_ = findRows(clip_.timelines[timeline_], timeSeconds_);
        }
        const Float4* before = rows_.before + track.offset;
        return {before, before + rows_.stride, isNew};
    }
    float ratio() const { return rows_.ratio; }

  private:
    const PackedClipView& clip_;
    double timeSeconds_;
    uint32_t timeline_ = kNoIndex;
    RowPair rows_{};
};

/// Transforms of four nodes (Lanes4), or of two groups of four (Lanes8).
template <typename Lanes>
struct Transforms {
    Lanes translation[3], rotation[4], scale[3];
};

#if SINEW_TWO_GROUPS
/// Whether two groups can be sampled together.
SINEW_INLINE bool compatible(const NodeGroup& a, const NodeGroup& b) {
    return a.translation.timeline == b.translation.timeline && a.rotation.timeline == b.rotation.timeline &&
           a.scale.timeline == b.scale.timeline && (a.scaleRange == kNoIndex) == (b.scaleRange == kNoIndex);
}
#endif

class Sampler {
  public:
    Sampler(const PackedClipView& clip, double timeSeconds)
        : constants_(clip.constants), vectors_(clip, timeSeconds), rotations_(clip, timeSeconds) {}

    /// `second` is used for Lanes8 only, and is compatible.
    template <typename Lanes>
    SINEW_INLINE void sample(const NodeGroup& group, const NodeGroup& second, Transforms<Lanes>& out) {
        sampleVector(group.translation, second.translation, out.translation);
        sampleRotation(group.rotation, second.rotation, out.rotation);
        if (group.scaleRange == kNoIndex)
            sampleVector(group.scale, second.scale, out.scale);
        else
            sampleQuantized(group, second, out.scale);
    }

  private:
    SINEW_INLINE KeyPair vectorKeys(TrackGroup track) {
        const KeyPair keys = vectors_.keysOf(track);
        if (keys.isNew) {
            before_ = splatMax(1.0f - vectors_.ratio());
            after_ = splatMax(vectors_.ratio());
        }
        return keys;
    }

    static int64_t between(uint32_t offset, uint32_t second) { return int64_t{second} - int64_t{offset}; }

    template <typename Lanes>
    SINEW_INLINE void sampleQuantized(const NodeGroup& group, const NodeGroup& second, Lanes* out) {
        const KeyPair keys = vectorKeys(group.scale);
        const int64_t words = between(group.scale.offset, second.scale.offset);
        const int64_t ends = between(group.scaleRange, second.scaleRange);
        Lanes from, to, before, after;
        loadGroups(keys.before, words, from);
        loadGroups(keys.after, words, to);
        narrow(before_, before);
        narrow(after_, after);
        const Lanes steps[3] = {multiplyAdd(unpack10<0>(to), after, unpack10<0>(from) * before),
                                multiplyAdd(unpack10<1>(to), after, unpack10<1>(from) * before),
                                multiplyAdd(unpack10<2>(to), after, unpack10<2>(from) * before)};
        const Float4* low = constants_ + group.scaleRange;
        for (int i = 0; i < 3; ++i) {
            Lanes start, step;
            loadGroups(low + i, ends, start);
            loadGroups(low + 3 + i, ends, step);
            out[i] = multiplyAdd(steps[i], step, start);
        }
    }

    template <typename Lanes>
    SINEW_INLINE void sampleVector(TrackGroup track, TrackGroup second, Lanes* out) {
        const KeyPair keys = vectorKeys(track);
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
        const KeyPair keys = rotations_.keysOf(track);
        const int64_t toSecond = between(track.offset, second.offset);
        for (int i = 0; i < 4; ++i)
            loadGroups(keys.before + i, toSecond, out[i]);
        if (!keys.after) return;
        if (keys.isNew) slerpWeights_.set(rotations_.ratio());
        Lanes to[4];
        for (int i = 0; i < 4; ++i)
            loadGroups(keys.after + i, toSecond, to[i]);
        slerpWeights_.slerp(out, to);
    }

    const Float4* constants_;
    TimelineCursor vectors_, rotations_;
    MaxLanes before_ = splatMax(0.0f), after_ = splatMax(0.0f);
    SlerpWeights slerpWeights_;
};

}  // namespace
}  // namespace sinew::SINEW_KERNELS
