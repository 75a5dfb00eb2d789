#pragma once

// The code of pose_kernels.h, compiled once for each instruction set: see wide.h.
//
// Four nodes are sampled side by side, their local matrices stay side by side, and from there a node at a time goes
// through the walk: each number of a local matrix is spread over a register and multiplied with a column of the
// parent's matrix. What that takes: nodes in groups of four with parents first, keys of four nodes in a row, rotations
// whose neighbouring rows are at most kLargestTurn apart and on one side. pack_keys.cpp sees to it.

#include "animation/pose_kernels.h"
#include "animation/wide.h"

#define SINEW_INLINE [[gnu::always_inline]] inline
#define SINEW_INLINE_LAMBDA __attribute__((always_inline))

namespace sinew::SINEW_KERNELS {
namespace {

constexpr FourFloats kOne{{1.0f, 1.0f, 1.0f, 1.0f}}, kMinusOne{{-1.0f, -1.0f, -1.0f, -1.0f}};

/// The row before a time, how far after it the next one stands, and how much that counts.
struct Place {
    const FourFloats* before;
    size_t stride;
    float ratio;
};

// Of each row at once, when a time is looked up: after a jump they come from far. What follows is read in order.
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
#pragma GCC unroll 16
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
    Wide before[kTerms], after[kTerms];

    ArcShares() {
        for (int i = 0; i < kTerms; ++i)
            before[i] = after[i] = splat(0.0f);
    }

    // Not inline: a compiler that sees both sides carries all of this from group to group in copies.
    [[gnu::noinline]] void set(float ratio) {
        float a = 1.0f - ratio, b = ratio;
        const float aa = a * a, bb = b * b;
        before[0] = splat(a);
        after[0] = splat(b);
        for (int i = 1; i < kTerms; ++i) {
            const float n = static_cast<float>(i);
            const float u = 1.0f / (n * (2.0f * n + 1.0f)), v = n / (2.0f * n + 1.0f);
            a *= u * aa - v;
            b *= u * bb - v;
            before[i] = splat(a);
            after[i] = splat(b);
        }
    }
};

/// The sum of terms[i] x^i in pairs, which do not wait for each other.
SINEW_INLINE Wide shareAt(const Wide* terms, Wide x, Wide xx) {
    Wide sum = multiplyAdd(terms[5], x, terms[4]);
    sum = multiplyAdd(sum, xx, multiplyAdd(terms[3], x, terms[2]));
    return multiplyAdd(sum, xx, multiplyAdd(terms[1], x, terms[0]));
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

/// Transforms of four nodes.
struct WideTransforms {
    Wide translation[3], rotation[4], scale[3];
};

class Sampler {
  public:
    Sampler(const PackedClipView& clip, double timeSeconds)
        : still_(clip.still), vectors_(clip, timeSeconds), rotations_(clip, timeSeconds) {}

    SINEW_INLINE void sample(const NodeGroup& group, WideTransforms& out) {
        sampleVector(group.translation, out.translation);
        sampleRotation(group.rotation, out.rotation);
        if (group.scaleCode == kStill)
            sampleVector(group.scale, out.scale);
        else
            sampleCoded(group, out.scale);
    }

  private:
    SINEW_INLINE TwoKeys vectorKeys(TrackGroup track) {
        const TwoKeys keys = vectors_.keysOf(track);
        if (keys.isNew) {
            before_ = splat(1.0f - vectors_.ratio());
            after_ = splat(vectors_.ratio());
        }
        return keys;
    }

    SINEW_INLINE void sampleCoded(const NodeGroup& group, Wide* out) {
        const TwoKeys keys = vectorKeys(group.scale);
        const FourFloats *low = still_ + group.scaleCode, *step = low + 3;
        const FourFloats &from = *keys.before, &to = *keys.after;
        const Wide steps[3] = {multiplyAdd(tenBits<0>(to), after_, tenBits<0>(from) * before_),
                               multiplyAdd(tenBits<1>(to), after_, tenBits<1>(from) * before_),
                               multiplyAdd(tenBits<2>(to), after_, tenBits<2>(from) * before_)};
        for (int i = 0; i < 3; ++i)
            out[i] = multiplyAdd(steps[i], load(step[i]), load(low[i]));
    }

    SINEW_INLINE void sampleVector(TrackGroup track, Wide* out) {
        const TwoKeys keys = vectorKeys(track);
        for (int i = 0; i < 3; ++i)
            out[i] = load(keys.before[i]);
        if (!keys.after) return;
        for (int i = 0; i < 3; ++i)
            out[i] = multiplyAdd(load(keys.after[i]), after_, out[i] * before_);
    }

    SINEW_INLINE void sampleRotation(TrackGroup track, Wide* out) {
        const TwoKeys keys = rotations_.keysOf(track);
        for (int i = 0; i < 4; ++i)
            out[i] = load(keys.before[i]);
        if (!keys.after) return;
        if (keys.isNew) shares_.set(rotations_.ratio());
        Wide to[4];
        for (int i = 0; i < 4; ++i)
            to[i] = load(keys.after[i]);
        Wide x = multiplyAdd(out[0], to[0], load(kMinusOne));
        for (int i = 1; i < 4; ++i)
            x = multiplyAdd(out[i], to[i], x);
        const Wide xx = x * x;
        const Wide before = shareAt(shares_.before, x, xx), after = shareAt(shares_.after, x, xx);
        for (int i = 0; i < 4; ++i)
            out[i] = multiplyAdd(to[i], after, out[i] * before);
    }

    const FourFloats* still_;
    Playhead vectors_, rotations_;
    Wide before_ = splat(0.0f), after_ = splat(0.0f);
    ArcShares shares_;
};

/// The upper three rows of four matrices, each number of all four side by side, and the same rows of the first and the
/// second column side by side, and of the third and the fourth.
struct WideMatrices {
    alignas(32) FourFloats numbers[12];

    /// Written in one piece, as it is read: a processor waits for pieces that it has just written to be put together.
    SINEW_INLINE void set(int half, int row, Wide first, Wide second) {
        store(numbers[6 * half + 2 * row].numbers, pairOf(first, second));
    }
};

SINEW_INLINE void compose(const WideTransforms& from, WideMatrices& out) {
    const Wide &x = from.rotation[0], &y = from.rotation[1], &z = from.rotation[2], &w = from.rotation[3];
    const Wide x2 = x + x, y2 = y + y, z2 = z + z, one = load(kOne);
    const Wide xx = x * x2, yy = y * y2, zz = z * z2;
    const Wide xy = x * y2, xz = x * z2, yz = y * z2, wx = w * x2, wy = w * y2, wz = w * z2;
    const Wide *t = from.translation, *s = from.scale;
    out.set(0, 0, (one - (yy + zz)) * s[0], (xy - wz) * s[1]);
    out.set(0, 1, (xy + wz) * s[0], (one - (xx + zz)) * s[1]);
    out.set(0, 2, (xz - wy) * s[0], (yz + wx) * s[1]);
    out.set(1, 0, (xz + wy) * s[2], t[0]);
    out.set(1, 1, (yz - wx) * s[2], t[1]);
    out.set(1, 2, (one - (xx + yy)) * s[2], t[2]);
}

/// out = a * b, two columns at a time; `spreadOf(half, row)` has b's numbers of that row, each in a column's four
/// places.
template <typename Spread>
SINEW_INLINE void multiplyAffine(const float* a, float* out, Spread spreadOf) {
    const Pair a0 = twice(a), a1 = twice(a + 4), a2 = twice(a + 8);
    const Pair first = multiplyAdd(a2, spreadOf(0, 2), multiplyAdd(a1, spreadOf(0, 1), a0 * spreadOf(0, 0)));
    store(out, first);
    const Pair moved = multiplyAddToSecond(a0, spreadOf(1, 0), a + 12);
    store(out + 8, multiplyAdd(a2, spreadOf(1, 2), multiplyAdd(a1, spreadOf(1, 1), moved)));
}

/// worldFromNode = worldFromParent * the local matrix in `lane`.
template <int lane>
SINEW_INLINE void walkOne(const WideMatrices& local, const float* worldFromParent, float* worldFromNode) {
    multiplyAffine(worldFromParent, worldFromNode, [&](int half, int row) SINEW_INLINE_LAMBDA {
        return spread<lane>(local.numbers + 6 * half + 2 * row);
    });
}

struct Walk {
    const float* worldFromRoot;
    float* worldFromNode;

    const float* of(int32_t parent) const { return parent < 0 ? worldFromRoot : worldFromNode + 16 * int64_t{parent}; }

    template <int lane>
    SINEW_INLINE void step(const WideMatrices& local, int32_t parent, uint32_t node) const {
        walkOne<lane>(local, of(parent), worldFromNode + 16 * size_t{node});
    }

    SINEW_INLINE void stepAll(const WideMatrices& local, const int32_t* parents, const uint32_t* nodes,
                              uint32_t count) const {
        step<0>(local, parents[0], nodes[0]);
        if (count > 1) step<1>(local, parents[1], nodes[1]);
        if (count > 2) step<2>(local, parents[2], nodes[2]);
        if (count > 3) step<3>(local, parents[3], nodes[3]);
    }
};

/// So many groups are sampled before any of them is walked: the processor works ahead on groups that do not wait for
/// their parents.
constexpr uint32_t kGroupsAtOnce = 8;

void walkClip(const PackedClipView& clip, double timeSeconds, const float* worldFromRoot, float* worldFromNode) {
    Sampler sampler(clip, timeSeconds);
    const Walk walk{worldFromRoot, worldFromNode};
    WideMatrices locals[kGroupsAtOnce];
    for (uint32_t first = 0; first < clip.groupCount; first += kGroupsAtOnce) {
        const NodeGroup* groups = clip.groups + first;
        const uint32_t left = clip.groupCount - first, count = left < kGroupsAtOnce ? left : kGroupsAtOnce;
        for (uint32_t i = 0; i < count; ++i) {
            WideTransforms all;
            sampler.sample(groups[i], all);
            compose(all, locals[i]);
        }
        for (uint32_t i = 0; i < count; ++i)
            walk.stepAll(locals[i], groups[i].parents, groups[i].nodes, groups[i].count);
    }
}

constexpr uint32_t kTransformNumbers = 10;

void sampleClip(const PackedClipView& clip, double timeSeconds, float* pose) {
    Sampler sampler(clip, timeSeconds);
    for (uint32_t i = 0; i < clip.groupCount; ++i) {
        const NodeGroup& group = clip.groups[i];
        WideTransforms all;
        sampler.sample(group, all);
        Wide *t = all.translation, *r = all.rotation, *s = all.scale;
        Wide first[4] = {t[0], t[1], t[2], r[0]}, second[4] = {r[1], r[2], r[3], s[0]};
        Wide third[4] = {s[1], s[2], s[1], s[2]};
        transpose(first[0], first[1], first[2], first[3]);
        transpose(second[0], second[1], second[2], second[3]);
        transpose(third[0], third[1], third[2], third[3]);
        for (uint32_t lane = 0; lane < group.count; ++lane) {
            float* to = pose + kTransformNumbers * size_t{group.nodes[lane]};
            FourFloats last;
            store(to, first[lane]);
            store(to + 4, second[lane]);
            store(last, third[lane]);
            to[8] = last.numbers[0];
            to[9] = last.numbers[1];
        }
    }
}

/// Reads no further than the transform's last number.
SINEW_INLINE void loadTransform(const float* from, Wide& first, Wide& second, Wide& third) {
    first = load(from);
    second = load(from + 3);  // the rotation
    third = load(from + 6);   // its last number and the scale
}

void walkPose(const int32_t* parents, uint32_t nodeCount, const float* pose, const float* worldFromRoot,
              float* worldFromNode) {
    const Walk walk{worldFromRoot, worldFromNode};
    WideMatrices local;
    for (uint32_t node = 0; node < nodeCount; node += 4) {
        const uint32_t count = nodeCount - node < 4 ? nodeCount - node : 4;
        const uint32_t nodes[4] = {node, node + 1, node + 2, node + 3};
        Wide first[4], second[4], third[4];
        for (uint32_t lane = 0; lane < 4; ++lane)
            loadTransform(pose + kTransformNumbers * size_t{nodes[lane < count ? lane : 0]}, first[lane], second[lane],
                          third[lane]);
        transpose(first[0], first[1], first[2], first[3]);
        transpose(second[0], second[1], second[2], second[3]);
        transpose(third[0], third[1], third[2], third[3]);
        compose({.translation = {first[0], first[1], first[2]},
                 .rotation = {second[0], second[1], second[2], second[3]},
                 .scale = {third[1], third[2], third[3]}},
                local);
        walk.stepAll(local, parents + node, nodes, count);
    }
}

SINEW_INLINE void multiply(const float* a, const float* b, float* out) {
    const Pair columns[2] = {loadPair(b), loadPair(b + 8)};
    multiplyAffine(a, out, [&](int half, int row) SINEW_INLINE_LAMBDA {
        return row == 0 ? spread<0>(columns[half]) : row == 1 ? spread<1>(columns[half]) : spread<2>(columns[half]);
    });
}

void writePalette(const BoneNumbers* bones, const uint32_t* slots, uint32_t count, const float* worldFromNode,
                  float* palette) {
    for (uint32_t i = 0; i < count; ++i) {
        const BoneNumbers& bone = bones[slots ? slots[i] : i];
        multiply(worldFromNode + 16 * size_t{bone.node}, bone.inverseBindMatrix, palette + 16 * size_t{i});
    }
}

}  // namespace
}  // namespace sinew::SINEW_KERNELS
