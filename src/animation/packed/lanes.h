#pragma once

// SIMD lanes for the kernels, which are compiled once per instruction set: each copy has its own namespace,
// SINEW_KERNELS, so that the linker does not merge them. For the same reason nothing here may call an inline function
// from elsewhere.

#ifndef SINEW_KERNELS
#error "name the instruction set first"
#endif

#include "animation/packed/pose_kernels.h"

#if defined(__SSE2__) && !defined(SINEW_SCALAR_LANES)
#define SINEW_SSE 1
#include <immintrin.h>
#else
#define SINEW_SSE 0
#endif

#define SINEW_INLINE [[gnu::always_inline]] inline
#define SINEW_INLINE_LAMBDA __attribute__((always_inline))

namespace sinew::SINEW_KERNELS {

#if SINEW_SSE

struct Lanes4 {
    __m128 lanes;
};

inline Lanes4 load(const Float4& from) {
    return {_mm_load_ps(from.values)};
}
inline Lanes4 load(const float* from) {
    return {_mm_loadu_ps(from)};
}
inline void store(Float4& to, Lanes4 a) {
    _mm_store_ps(to.values, a.lanes);
}
inline void store(float* to, Lanes4 a) {
    _mm_storeu_ps(to, a.lanes);
}
inline Lanes4 splat(float a) {
    return {_mm_set1_ps(a)};
}
inline Lanes4 operator+(Lanes4 a, Lanes4 b) {
    return {_mm_add_ps(a.lanes, b.lanes)};
}
inline Lanes4 operator-(Lanes4 a, Lanes4 b) {
    return {_mm_sub_ps(a.lanes, b.lanes)};
}
inline Lanes4 operator*(Lanes4 a, Lanes4 b) {
    return {_mm_mul_ps(a.lanes, b.lanes)};
}

/// a * b + c
inline Lanes4 multiplyAdd(Lanes4 a, Lanes4 b, Lanes4 c) {
#ifdef __FMA__
    return {_mm_fmadd_ps(a.lanes, b.lanes, c.lanes)};
#else
    return a * b + c;
#endif
}

/// Element `lane` in all four lanes.
template <int lane>
inline Lanes4 broadcast(const Float4& from) {
#ifdef __AVX__
    return {_mm_broadcast_ss(from.values + lane)};
#else
    // One instruction including the load; the float shuffle takes two.
    const __m128i bits = _mm_load_si128(reinterpret_cast<const __m128i*>(from.values));
    return {_mm_castsi128_ps(_mm_shuffle_epi32(bits, lane * 0x55))};
#endif
}

template <int lane>
inline Lanes4 broadcast(Lanes4 a) {
    return {_mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(a.lanes), lane * 0x55))};
}

/// The `which`-th 10 bits of each word, from the lowest, as floats.
template <int which>
inline Lanes4 unpack10(Lanes4 words) {
    const __m128i bits = _mm_srli_epi32(_mm_castps_si128(words.lanes), 10 * which);
    return {_mm_cvtepi32_ps(_mm_and_si128(bits, _mm_set1_epi32(0x3ff)))};
}

inline void transpose(Lanes4& a, Lanes4& b, Lanes4& c, Lanes4& d) {
    _MM_TRANSPOSE4_PS(a.lanes, b.lanes, c.lanes, d.lanes);
}

#else

struct Lanes4 {
    float lanes[4];
};

inline Lanes4 load(const float* from) {
    return {{from[0], from[1], from[2], from[3]}};
}
inline Lanes4 load(const Float4& from) {
    return load(from.values);
}
inline void store(float* to, Lanes4 a) {
    for (int i = 0; i < 4; ++i)
        to[i] = a.lanes[i];
}
inline void store(Float4& to, Lanes4 a) {
    store(to.values, a);
}
inline Lanes4 splat(float a) {
    return {{a, a, a, a}};
}
inline Lanes4 operator+(Lanes4 a, Lanes4 b) {
    for (int i = 0; i < 4; ++i)
        a.lanes[i] += b.lanes[i];
    return a;
}
inline Lanes4 operator-(Lanes4 a, Lanes4 b) {
    for (int i = 0; i < 4; ++i)
        a.lanes[i] -= b.lanes[i];
    return a;
}
inline Lanes4 operator*(Lanes4 a, Lanes4 b) {
    for (int i = 0; i < 4; ++i)
        a.lanes[i] *= b.lanes[i];
    return a;
}
inline Lanes4 multiplyAdd(Lanes4 a, Lanes4 b, Lanes4 c) {
    return a * b + c;
}
template <int lane>
inline Lanes4 broadcast(const Float4& from) {
    return splat(from.values[lane]);
}
template <int lane>
inline Lanes4 broadcast(Lanes4 a) {
    return splat(a.lanes[lane]);
}
template <int which>
inline Lanes4 unpack10(Lanes4 words) {
    Lanes4 out{};
    for (int i = 0; i < 4; ++i) {
        uint32_t word = 0;
        __builtin_memcpy(&word, &words.lanes[i], sizeof(word));
        out.lanes[i] = static_cast<float>((word >> (10 * which)) & 0x3ffu);
    }
    return out;
}
inline void transpose(Lanes4& a, Lanes4& b, Lanes4& c, Lanes4& d) {
    Lanes4* rows[] = {&a, &b, &c, &d};
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < i; ++j) {
            const float kept = rows[i]->lanes[j];
            rows[i]->lanes[j] = rows[j]->lanes[i];
            rows[j]->lanes[i] = kept;
        }
}

#endif

#if SINEW_SSE && defined(__AVX2__)
#define SINEW_TWO_GROUPS 1

/// Two times four lanes: two columns of a matrix, or two groups.
struct Lanes8 {
    __m256 lanes;
};

inline Lanes8 duplicate(const float* from) {
    return {_mm256_broadcast_ps(reinterpret_cast<const __m128*>(from))};
}
inline Lanes8 load8(const float* from) {
    return {_mm256_loadu_ps(from)};
}
inline Lanes8 combine(Lanes4 first, Lanes4 second) {
    return {_mm256_set_m128(second.lanes, first.lanes)};
}
inline void store(float* to, Lanes8 a) {
    _mm256_storeu_ps(to, a.lanes);
}
inline Lanes8 operator+(Lanes8 a, Lanes8 b) {
    return {_mm256_add_ps(a.lanes, b.lanes)};
}
inline Lanes8 operator-(Lanes8 a, Lanes8 b) {
    return {_mm256_sub_ps(a.lanes, b.lanes)};
}
inline Lanes8 operator*(Lanes8 a, Lanes8 b) {
    return {_mm256_mul_ps(a.lanes, b.lanes)};
}
inline Lanes8 multiplyAdd(Lanes8 a, Lanes8 b, Lanes8 c) {
    return {_mm256_fmadd_ps(a.lanes, b.lanes, c.lanes)};
}
/// a * b, with the four floats at `c` added to the high half.
inline Lanes8 multiplyAddHigh(Lanes8 a, Lanes8 b, const float* c) {
    return {_mm256_fmadd_ps(a.lanes, b.lanes, _mm256_insertf128_ps(_mm256_setzero_ps(), _mm_loadu_ps(c), 1))};
}
/// Element `lane` of each half in all lanes of that half.
template <int lane>
inline Lanes8 broadcast(Lanes8 a) {
    return {_mm256_permute_ps(a.lanes, lane * 0x55)};
}
template <int lane>
inline Lanes8 broadcast(const Float4* two) {
    return broadcast<lane>(load8(two->values));
}
template <int which>
inline Lanes8 unpack10(Lanes8 words) {
    const __m256i bits = _mm256_srli_epi32(_mm256_castps_si256(words.lanes), 10 * which);
    return {_mm256_cvtepi32_ps(_mm256_and_si256(bits, _mm256_set1_epi32(0x3ff)))};
}
/// The low halves of both, and the high halves of both.
inline Lanes8 lowHalves(Lanes8 a, Lanes8 b) {
    return {_mm256_permute2f128_ps(a.lanes, b.lanes, 0x20)};
}
inline Lanes8 highHalves(Lanes8 a, Lanes8 b) {
    return {_mm256_permute2f128_ps(a.lanes, b.lanes, 0x31)};
}

/// The widest type: two groups.
using MaxLanes = Lanes8;
inline MaxLanes splatMax(float a) {
    return {_mm256_set1_ps(a)};
}
inline void narrow(MaxLanes from, Lanes8& to) {
    to = from;
}
inline void narrow(MaxLanes from, Lanes4& to) {
    to = {_mm256_castps256_ps128(from.lanes)};
}

#else
#define SINEW_TWO_GROUPS 0

struct Lanes8 {
    Lanes4 first, second;
};

inline Lanes8 duplicate(const float* from) {
    return {load(from), load(from)};
}
inline Lanes8 load8(const float* from) {
    return {load(from), load(from + 4)};
}
inline Lanes8 combine(Lanes4 first, Lanes4 second) {
    return {first, second};
}
inline void store(float* to, Lanes8 a) {
    store(to, a.first);
    store(to + 4, a.second);
}
inline Lanes8 operator*(Lanes8 a, Lanes8 b) {
    return {a.first * b.first, a.second * b.second};
}
inline Lanes8 multiplyAdd(Lanes8 a, Lanes8 b, Lanes8 c) {
    return {multiplyAdd(a.first, b.first, c.first), multiplyAdd(a.second, b.second, c.second)};
}
inline Lanes8 multiplyAddHigh(Lanes8 a, Lanes8 b, const float* c) {
    return {a.first * b.first, multiplyAdd(a.second, b.second, load(c))};
}
template <int lane>
inline Lanes8 broadcast(Lanes8 a) {
    return {broadcast<lane>(a.first), broadcast<lane>(a.second)};
}
template <int lane>
inline Lanes8 broadcast(const Float4* two) {
    return {broadcast<lane>(two[0]), broadcast<lane>(two[1])};
}

/// The widest type: one group.
using MaxLanes = Lanes4;
inline MaxLanes splatMax(float a) {
    return splat(a);
}
inline void narrow(MaxLanes from, Lanes4& to) {
    to = from;
}

#endif

/// Loads one group, or two; the second is `toSecond` Float4 further on.
inline void loadGroups(const Float4* from, int64_t, Lanes4& to) {
    to = load(*from);
}
inline void loadGroups(const Float4* from, int64_t toSecond, Lanes8& to) {
    to = combine(load(*from), load(from[toSecond]));
}

}  // namespace sinew::SINEW_KERNELS
