#pragma once

// SIMD lanes for the kernels, which are compiled once per instruction set: each copy has its own namespace,
// SINEW_KERNELS, so that the linker does not merge them. For the same reason nothing here may call an inline function
// from elsewhere.

#ifndef SINEW_KERNELS
#error "name the instruction set first"
#endif

#include "animation/packed/pose_kernels.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define SINEW_INLINE [[gnu::always_inline]] inline
#define SINEW_INLINE_LAMBDA __attribute__((always_inline))

namespace sinew::SINEW_KERNELS {

/// The compiler's own vectors, for any processor. They have the arithmetic operators.
using Lanes4 = float __attribute__((vector_size(16)));

inline Lanes4 load(const float* from) {
    Lanes4 a;
    __builtin_memcpy(&a, from, sizeof(a));
    return a;
}
inline Lanes4 load(const Float4& from) {
    return __builtin_bit_cast(Lanes4, from);
}
inline void store(float* to, Lanes4 a) {
    __builtin_memcpy(to, &a, sizeof(a));
}
inline Lanes4 splat(float a) {
    return Lanes4{a, a, a, a};
}

/// a * b + c
inline Lanes4 multiplyAdd(Lanes4 a, Lanes4 b, Lanes4 c) {
#ifdef __FMA__
    return _mm_fmadd_ps(a, b, c);
#else
    return a * b + c;
#endif
}

/// Element `lane` in all four lanes.
template <int lane>
inline Lanes4 broadcast(Lanes4 a) {
    // As integers: SSE2 shuffles those without a copy.
    const auto words = reinterpret_cast<decltype(a < a)>(a);
    return reinterpret_cast<Lanes4>(__builtin_shufflevector(words, words, lane, lane, lane, lane));
}
template <int lane>
inline Lanes4 broadcast(const Float4& from) {
#ifdef __AVX__
    return splat(from.values[lane]);
#else
    return broadcast<lane>(load(from));
#endif
}

/// The `which`-th 10 bits of each word, from the lowest, as floats.
template <int which, typename Lanes>
inline Lanes unpack10(Lanes words) {
    using Words = decltype(words < words);
    return __builtin_convertvector((reinterpret_cast<Words>(words) >> (10 * which)) & 0x3ff, Lanes);
}

inline void transpose(Lanes4& a, Lanes4& b, Lanes4& c, Lanes4& d) {
    const Lanes4 abLow = __builtin_shufflevector(a, b, 0, 4, 1, 5), abHigh = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Lanes4 cdLow = __builtin_shufflevector(c, d, 0, 4, 1, 5), cdHigh = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(abLow, cdLow, 0, 1, 4, 5);
    b = __builtin_shufflevector(abLow, cdLow, 2, 3, 6, 7);
    c = __builtin_shufflevector(abHigh, cdHigh, 0, 1, 4, 5);
    d = __builtin_shufflevector(abHigh, cdHigh, 2, 3, 6, 7);
}

#ifdef __AVX2__
#define SINEW_TWO_GROUPS 1

/// Two times four lanes: two columns of a matrix, or two groups.
using Lanes8 = float __attribute__((vector_size(32)));

inline Lanes8 combine(Lanes4 first, Lanes4 second) {
    return _mm256_set_m128(second, first);
}
inline Lanes8 duplicate(const float* from) {
    return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(from));
}
inline Lanes8 load8(const float* from) {
    return _mm256_loadu_ps(from);
}
inline void store(float* to, Lanes8 a) {
    _mm256_storeu_ps(to, a);
}
inline Lanes8 multiplyAdd(Lanes8 a, Lanes8 b, Lanes8 c) {
    return _mm256_fmadd_ps(a, b, c);
}
/// a * b, with the four floats at `c` added to the high half.
inline Lanes8 multiplyAddHigh(Lanes8 a, Lanes8 b, const float* c) {
    return multiplyAdd(a, b, combine(Lanes4{}, load(c)));
}
/// Element `lane` of each half in all lanes of that half.
template <int lane>
inline Lanes8 broadcast(Lanes8 a) {
    return _mm256_permute_ps(a, lane * 0x55);
}
template <int lane>
inline Lanes8 broadcast(const Float4* two) {
    return broadcast<lane>(load8(two->values));
}
/// The low halves of both, and the high halves of both.
inline Lanes8 lowHalves(Lanes8 a, Lanes8 b) {
    return _mm256_permute2f128_ps(a, b, 0x20);
}
inline Lanes8 highHalves(Lanes8 a, Lanes8 b) {
    return _mm256_permute2f128_ps(a, b, 0x31);
}

/// The widest type: two groups.
using MaxLanes = Lanes8;
inline MaxLanes splatMax(float a) {
    return _mm256_set1_ps(a);
}
inline void narrow(MaxLanes from, Lanes8& to) {
    to = from;
}
inline void narrow(MaxLanes from, Lanes4& to) {
    to = _mm256_castps256_ps128(from);
}
inline Lanes4 lowHalf(Lanes8 a) {
    return _mm256_castps256_ps128(a);
}
inline Lanes4 secondHalf(MaxLanes a) {
    return _mm256_extractf128_ps(a, 1);
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
inline Lanes4 lowHalf(const Lanes8& a) {
    return a.first;
}
inline Lanes4 secondHalf(MaxLanes a) {
    return a;
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
