#pragma once

// The part of pose_kernels_code.h that samples compressed clips, four tracks at a time. It relies on
// compressed_clip.cpp and does not check.

#include "animation/packed/pose_sampler_code.h"

namespace sinew::SINEW_KERNELS {
namespace {

constexpr uint32_t kTransformFloats = 10;

using Numbers4 = int32_t __attribute__((vector_size(16)));
using Bytes16 = uint8_t __attribute__((vector_size(16)));

/// Shifts by up to 63 bits.
SINEW_INLINE Numbers4 shiftLeft(Numbers4 a, uint32_t bits) {
#ifdef __SSE2__
    return reinterpret_cast<Numbers4>(
        _mm_sll_epi32(reinterpret_cast<__m128i>(a), _mm_cvtsi32_si128(static_cast<int>(bits))));
#else
    return bits < 32 ? a << static_cast<int32_t>(bits) : Numbers4{};
#endif
}
SINEW_INLINE Numbers4 shiftRight(Numbers4 a, uint32_t bits) {
#ifdef __SSE2__
    return reinterpret_cast<Numbers4>(
        _mm_sra_epi32(reinterpret_cast<__m128i>(a), _mm_cvtsi32_si128(static_cast<int>(bits))));
#else
    return a >> static_cast<int32_t>(bits < 32 ? bits : 31);
#endif
}
SINEW_INLINE MaxLanes squareRoot(MaxLanes a) {
#ifdef __AVX2__
    return _mm256_sqrt_ps(a);
#elif defined(__SSE2__)
    return _mm_sqrt_ps(a);
#else
    return Lanes4{__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]), __builtin_sqrtf(a[3])};
#endif
}
SINEW_INLINE MaxLanes atLeastZero(MaxLanes a) {
    return a > 0.0f ? a : splatMax(0.0f);
}

#ifdef __SSSE3__
SINEW_INLINE __m128i byteOrder() {
    return _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}
#endif

/// From bytes side by side to a word a lane.
SINEW_INLINE Numbers4 wordsFrom(Bytes16 bytes) {
#ifdef __SSSE3__
    return reinterpret_cast<Numbers4>(_mm_shuffle_epi8(reinterpret_cast<__m128i>(bytes), byteOrder()));
#elif defined(__SSE2__)
    auto a = reinterpret_cast<__m128i>(bytes);
    for (int i = 0; i < 2; ++i)
        a = _mm_unpacklo_epi8(a, _mm_srli_si128(a, 8));
    return reinterpret_cast<Numbers4>(a);
#else
    return reinterpret_cast<Numbers4>(
        __builtin_shufflevector(bytes, bytes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
#endif
}

/// Where a number stands in each plane, how far to shift it left so that its bits are highest, and then right.
struct NumberPlace {
    size_t offset;
    uint32_t left, right;

    NumberPlace(uint32_t bit, uint32_t width) : offset(4 * size_t{bit / 8}), right(width == 0 ? 63 : 32 - width) {
        left = right - bit % 8;
    }
    SINEW_INLINE Lanes4 read(const uint8_t* plane) const {
        Bytes16 bytes;
        __builtin_memcpy(&bytes, plane + offset, sizeof(bytes));
        return __builtin_convertvector(shiftRight(shiftLeft(wordsFrom(bytes), left), right), Lanes4);
    }
    SINEW_INLINE Lanes8 read(const uint8_t* first, const uint8_t* second) const {
#ifdef __AVX2__
        const auto bytes = reinterpret_cast<const __m128i*>(first + offset);
        const auto more = reinterpret_cast<const __m128i*>(second + offset);
        const __m256i both = _mm256_set_m128i(_mm_loadu_si128(more), _mm_loadu_si128(bytes));
        const __m256i words = _mm256_shuffle_epi8(both, _mm256_broadcastsi128_si256(byteOrder()));
        const __m256i top = _mm256_sll_epi32(words, _mm_cvtsi32_si128(static_cast<int>(left)));
        return _mm256_cvtepi32_ps(_mm256_sra_epi32(top, _mm_cvtsi32_si128(static_cast<int>(right))));
#else
        return {read(first), read(second)};
#endif
    }
};

/// Reads the quads of a compressed clip in their order, at a time.
class QuadReader {
  public:
    QuadReader(const CompressedView& clip, double timeSeconds)
        : planes_{clip.bytes, clip.bytes + clip.planeBytes, clip.bytes + 2 * size_t{clip.planeBytes}},
          steps_(clip.steps),
          nodes_(clip.nodes),
          references_(clip.references),
          endWidths_(clip.endWidths),
          toNextEnd_(clip.endBits) {
        const double last = clip.rowCount - 1, wanted = (timeSeconds - clip.startSeconds) * clip.rowsPerSecond;
        const double time = wanted > 0.0 ? wanted < last ? wanted : last : 0.0;
        auto row = static_cast<uint32_t>(time);
        if (row == clip.rowCount - 1) --row;
        ratio_ = static_cast<float>(time - row);
        slerpWeights_.set(ratio_);
        const uint32_t segment = row / kSegmentRows, left = clip.rowCount - 1 - segment * kSegmentRows;
        row %= kSegmentRows;
        // A row is a weighted sum of the numbers at both ends and on the way to it.
        float weights[2][8] = {{1.0f}, {0.0f, 1.0f}};
        for (uint32_t level = kSegmentLevels; level-- > 0;) {
            counts_[level] = ((left < kSegmentRows ? left : kSegmentRows - 1) + (1u << level)) >> (level + 1);
            const bool exists = row >> (level + 1) < counts_[level];
            before_[level] = exists ? row >> (level + 1) : 0;  // else any number that can be read, times 0
            float* middle = weights[row >> level & 1 ? 0 : 1];
            for (int i = 0; i < 8; ++i)
                middle[i] = 0.5f * (weights[0][i] + weights[1][i]);
            middle[2 + level] = exists ? 1.0f : 0.0f;
        }
        for (uint32_t i = 0; i < kPath; ++i) {
            weights_[0][i] = combine(splat(weights[0][i]), splat(weights[0][i]));
            weights_[1][i] = combine(splat(weights[1][i]), splat(weights[1][i]));
        }
        widths_ = clip.widths + size_t{segment} * clip.entries;
        endBit_ = segment * clip.endBits;
        bit_ = clip.segments[segment];
    }

    /// Writes the tracks of the next quads.
    template <QuadKind kind>
    SINEW_INLINE void sample(uint32_t quadCount, float* pose) {
        constexpr bool isAnimated = static_cast<uint32_t>(kind) >= kAnimatedQuadKind;
        for (uint32_t left = quadCount; left > 0;) {
            const uint32_t count = left < kBatch ? left : kBatch;
            // First all numbers: the long sums below can overlap then.
            if constexpr (isAnimated)
                for (uint32_t i = 0; i < count; ++i) {
                    readRows<3>(earlier_[i], later_[i]);
                    if constexpr (kind == QuadKind::fullRotation) readRows<1>(earlier_[i] + 3, later_[i] + 3);
                }
            for (uint32_t i = 0; i < count; i += kQuadsAtOnce)
                writeQuads<kind>(i, i + 1 < count ? 1 : 0, pose);
            references_ += 3 * count;
            nodes_ += count;
            if constexpr (isAnimated) steps_ += count;
            left -= count;
        }
    }

  private:
    template <QuadKind kind>
    static constexpr int kComponents = kind == QuadKind::fullRotation ? 4 : 3;
    static constexpr uint32_t kPath = 2 + kSegmentLevels, kBatch = 8, kQuadsAtOnce = SINEW_TWO_GROUPS ? 2 : 1;

    /// Writes quad `i` of the batch and, where lanes hold two, the one that is `toSecond` further on.
    template <QuadKind kind>
    SINEW_INLINE void writeQuads(uint32_t i, int64_t toSecond, float* pose) {
        constexpr bool isRotation =
            kind == QuadKind::constantRotation || kind == QuadKind::rotation || kind == QuadKind::fullRotation;
        constexpr bool isScale = kind == QuadKind::constantScale || kind == QuadKind::scale;
        constexpr uint32_t place = isRotation ? 3 : isScale ? 7 : 0;
        MaxLanes out[4] = {};
        for (int j = 0; j < 3; ++j)
            loadGroups(references_ + 3 * i + j, 3 * toSecond, out[j]);
        if constexpr (isRotation) out[3] = squareRoot(atLeastZero(restOf(out)));
        if constexpr (static_cast<uint32_t>(kind) >= kAnimatedQuadKind) {
            MaxLanes step, from[4] = {}, to[4] = {};
            loadGroups(steps_ + i, toSecond, step);
            for (int j = 0; j < kComponents<kind>; ++j) {
                loadRows(earlier_[i][j], toSecond, from[j]);
                loadRows(later_[i][j], toSecond, to[j]);
            }
            if constexpr (isRotation) {
                toRotation<kind>(step, from);
                toRotation<kind>(step, to);
                slerpWeights_.slerp(from, to);
                turn(out, from);
            } else {
                for (int j = 0; j < 3; ++j)
                    out[j] = multiplyAdd(step, multiplyAdd(to[j] - from[j], splatMax(ratio_), from[j]), out[j]);
            }
        }
        for (int64_t second = 0; second <= (kQuadsAtOnce == 2 ? toSecond : 0); ++second) {
            Lanes4 lanes[4];
            for (int j = 0; j < 4; ++j)
                if (second)
                    lanes[j] = secondHalf(out[j]);
                else
                    narrow(out[j], lanes[j]);
            transpose(lanes[0], lanes[1], lanes[2], lanes[3]);
            for (int lane = 0; lane < 4; ++lane)
                __builtin_memcpy(pose + kTransformFloats * size_t{nodes_[i + second][lane]} + place, &lanes[lane],
                                 (isRotation ? 4 : 3) * sizeof(float));
        }
    }

    /// The numbers of an entry in the rows before and after the time.
    template <int count>
    SINEW_INLINE void readRows(float (*earlier)[4], float (*later)[4]) {
        Lanes8 two[2] = {};
        Lanes4 one[2] = {};
        const auto add = [&](const NumberPlace& place, uint32_t onPath) SINEW_INLINE_LAMBDA {
            const Lanes4 single = place.read(planes_[count - 1]);
            one[0] = multiplyAdd(single, lowHalf(weights_[0][onPath]), one[0]);
            one[1] = multiplyAdd(single, lowHalf(weights_[1][onPath]), one[1]);
            if constexpr (count == 3) {
                const Lanes8 both = place.read(planes_[0], planes_[1]);
                two[0] = multiplyAdd(both, weights_[0][onPath], two[0]);
                two[1] = multiplyAdd(both, weights_[1][onPath], two[1]);
            }
        };
        const uint32_t endWidth = *endWidths_++, widths = *widths_++;
        add({endBit_, endWidth}, 0);
        add({endBit_ + toNextEnd_, endWidth}, 1);
        endBit_ += endWidth;
        for (uint32_t level = kSegmentLevels; level-- > 0;) {
            const uint32_t width = kWidths[widths >> (4 * level) & 15];
            add({bit_ + before_[level] * width, width}, 2 + level);
            bit_ += counts_[level] * width;
        }
        if constexpr (count == 3) {
            store(earlier[0], two[0]);
            store(later[0], two[1]);
        }
        store(earlier[count - 1], one[0]);
        store(later[count - 1], one[1]);
    }

    SINEW_INLINE static void loadRows(const float* from, int64_t, Lanes4& to) { to = load(from); }
    SINEW_INLINE static void loadRows(const float* from, int64_t toSecond, Lanes8& to) {
        to = combine(load(from), load(from + 16 * toSecond));
    }

    /// What is left of 1 for the square of w.
    SINEW_INLINE static MaxLanes restOf(const MaxLanes* r) {
        return splatMax(1.0f) - multiplyAdd(r[0], r[0], multiplyAdd(r[1], r[1], r[2] * r[2]));
    }

    template <QuadKind kind>
    SINEW_INLINE static void toRotation(MaxLanes step, MaxLanes* r) {
        for (int i = 0; i < kComponents<kind>; ++i)
            r[i] *= step;
        if constexpr (kind == QuadKind::rotation) {
            r[3] = squareRoot(restOf(r));  // at least 0: see kMostTurn
        } else {
            const MaxLanes square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
            const MaxLanes length = squareRoot(square);
            for (int i = 0; i < 4; ++i)
                r[i] /= length;
        }
    }

    /// a *= b
    SINEW_INLINE static void turn(MaxLanes* a, const MaxLanes* b) {
        const MaxLanes x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
        const MaxLanes y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
        const MaxLanes z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
        a[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
        a[0] = x, a[1] = y, a[2] = z;
    }

    const uint8_t* planes_[3];
    const Float4* steps_;
    const uint16_t (*nodes_)[4];
    const Float4* references_;
    const uint8_t* endWidths_;
    const uint16_t* widths_;
    uint32_t endBit_, bit_, toNextEnd_;
    uint32_t counts_[kSegmentLevels];  ///< of the numbers of a component, by level
    uint32_t before_[kSegmentLevels];  ///< of those, before the one on the way to the time
    Lanes8 weights_[2][kPath];         ///< of the rows before and after the time
    float ratio_;
    SlerpWeights slerpWeights_;
    alignas(32) float earlier_[kBatch][4][4], later_[kBatch][4][4];  ///< these rows of a batch, by component and lane
};

void sampleCompressed(const CompressedView& clip, double timeSeconds, const float* rest, float* pose) {
    __builtin_memcpy(pose, rest, sizeof(float) * kTransformFloats * clip.nodeCount);
    QuadReader reader(clip, timeSeconds);
    const auto count = [&](QuadKind kind) { return clip.quads[static_cast<uint32_t>(kind)]; };
    reader.sample<QuadKind::constantTranslation>(count(QuadKind::constantTranslation), pose);
    reader.sample<QuadKind::constantRotation>(count(QuadKind::constantRotation), pose);
    reader.sample<QuadKind::constantScale>(count(QuadKind::constantScale), pose);
    reader.sample<QuadKind::translation>(count(QuadKind::translation), pose);
    reader.sample<QuadKind::rotation>(count(QuadKind::rotation), pose);
    reader.sample<QuadKind::fullRotation>(count(QuadKind::fullRotation), pose);
    reader.sample<QuadKind::scale>(count(QuadKind::scale), pose);
}

}  // namespace
}  // namespace sinew::SINEW_KERNELS
