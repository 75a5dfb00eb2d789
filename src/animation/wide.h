#pragma once

// Four floats at a time, for the files of pose_kernels. Those are compiled more than once, for different instruction
// sets: each copy has a namespace of its own, SINEW_KERNELS, lest the linker takes one for the other. Nothing here may
// call an inline function from elsewhere, for the same reason.

#ifndef SINEW_KERNELS
#error "name the instruction set first"
#endif

#include "animation/pose_kernels.h"

#if defined(__SSE2__) && !defined(SINEW_PLAIN_WIDE)
#define SINEW_SSE 1
#include <immintrin.h>
#else
#define SINEW_SSE 0
#endif

#define SINEW_INLINE [[gnu::always_inline]] inline
#define SINEW_INLINE_LAMBDA __attribute__((always_inline))

namespace sinew::SINEW_KERNELS {

#if SINEW_SSE

struct Wide {
    __m128 lanes;
};

inline Wide load(const FourFloats& from) {
    return {_mm_load_ps(from.numbers)};
}
inline Wide load(const float* from) {
    return {_mm_loadu_ps(from)};
}
inline void store(FourFloats& to, Wide a) {
    _mm_store_ps(to.numbers, a.lanes);
}
inline void store(float* to, Wide a) {
    _mm_storeu_ps(to, a.lanes);
}
inline Wide splat(float a) {
    return {_mm_set1_ps(a)};
}
inline Wide operator+(Wide a, Wide b) {
    return {_mm_add_ps(a.lanes, b.lanes)};
}
inline Wide operator-(Wide a, Wide b) {
    return {_mm_sub_ps(a.lanes, b.lanes)};
}
inline Wide operator*(Wide a, Wide b) {
    return {_mm_mul_ps(a.lanes, b.lanes)};
}

/// a * b + c
inline Wide multiplyAdd(Wide a, Wide b, Wide c) {
#ifdef __FMA__
    return {_mm_fmadd_ps(a.lanes, b.lanes, c.lanes)};
#else
    return a * b + c;
#endif
}

/// The number `lane` in all four places.
template <int lane>
inline Wide spread(const FourFloats& from) {
#ifdef __AVX__
    return {_mm_broadcast_ss(from.numbers + lane)};
#else
    // One instruction with the load, where the shuffle for floats takes two.
    const __m128i bits = _mm_load_si128(reinterpret_cast<const __m128i*>(from.numbers));
    return {_mm_castsi128_ps(_mm_shuffle_epi32(bits, lane * 0x55))};
#endif
}

template <int lane>
inline Wide spread(Wide a) {
    return {_mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(a.lanes), lane * 0x55))};
}

/// Ten bits of each word, the `which`-th from below, as numbers.
template <int which>
inline Wide tenBits(Wide words) {
    const __m128i bits = _mm_srli_epi32(_mm_castps_si128(words.lanes), 10 * which);
    return {_mm_cvtepi32_ps(_mm_and_si128(bits, _mm_set1_epi32(0x3ff)))};
}

inline void transpose(Wide& a, Wide& b, Wide& c, Wide& d) {
    _MM_TRANSPOSE4_PS(a.lanes, b.lanes, c.lanes, d.lanes);
}

#else

struct Wide {
    float lanes[4];
};

inline Wide load(const float* from) {
    return {{from[0], from[1], from[2], from[3]}};
}
inline Wide load(const FourFloats& from) {
    return load(from.numbers);
}
inline void store(float* to, Wide a) {
    for (int i = 0; i < 4; ++i)
        to[i] = a.lanes[i];
}
inline void store(FourFloats& to, Wide a) {
    store(to.numbers, a);
}
inline Wide splat(float a) {
    return {{a, a, a, a}};
}
inline Wide operator+(Wide a, Wide b) {
    for (int i = 0; i < 4; ++i)
        a.lanes[i] += b.lanes[i];
    return a;
}
inline Wide operator-(Wide a, Wide b) {
    for (int i = 0; i < 4; ++i)
        a.lanes[i] -= b.lanes[i];
    return a;
}
inline Wide operator*(Wide a, Wide b) {
    for (int i = 0; i < 4; ++i)
        a.lanes[i] *= b.lanes[i];
    return a;
}
inline Wide multiplyAdd(Wide a, Wide b, Wide c) {
    return a * b + c;
}
template <int lane>
inline Wide spread(const FourFloats& from) {
    return splat(from.numbers[lane]);
}
template <int lane>
inline Wide spread(Wide a) {
    return splat(a.lanes[lane]);
}
template <int which>
inline Wide tenBits(Wide words) {
    Wide out{};
    for (int i = 0; i < 4; ++i) {
        uint32_t word = 0;
        __builtin_memcpy(&word, &words.lanes[i], sizeof(word));
        out.lanes[i] = static_cast<float>((word >> (10 * which)) & 0x3ffu);
    }
    return out;
}
inline void transpose(Wide& a, Wide& b, Wide& c, Wide& d) {
    Wide* rows[] = {&a, &b, &c, &d};
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

/// Two fours side by side: columns of a matrix, or two groups.
struct Pair {
    __m256 lanes;
};

inline Pair twice(const float* from) {
    return {_mm256_broadcast_ps(reinterpret_cast<const __m128*>(from))};
}
inline Pair loadPair(const float* from) {
    return {_mm256_loadu_ps(from)};
}
inline Pair pairOf(Wide first, Wide second) {
    return {_mm256_set_m128(second.lanes, first.lanes)};
}
inline void store(float* to, Pair a) {
    _mm256_storeu_ps(to, a.lanes);
}
inline Pair operator+(Pair a, Pair b) {
    return {_mm256_add_ps(a.lanes, b.lanes)};
}
inline Pair operator-(Pair a, Pair b) {
    return {_mm256_sub_ps(a.lanes, b.lanes)};
}
inline Pair operator*(Pair a, Pair b) {
    return {_mm256_mul_ps(a.lanes, b.lanes)};
}
inline Pair multiplyAdd(Pair a, Pair b, Pair c) {
    return {_mm256_fmadd_ps(a.lanes, b.lanes, c.lanes)};
}
/// a * b, and the four at `c` added to the second four.
inline Pair multiplyAddToSecond(Pair a, Pair b, const float* c) {
    return {_mm256_fmadd_ps(a.lanes, b.lanes, _mm256_insertf128_ps(_mm256_setzero_ps(), _mm_loadu_ps(c), 1))};
}
/// The number `lane` of each four in all its places.
template <int lane>
inline Pair spread(Pair a) {
    return {_mm256_permute_ps(a.lanes, lane * 0x55)};
}
template <int lane>
inline Pair spread(const FourFloats* two) {
    return spread<lane>(loadPair(two->numbers));
}
template <int which>
inline Pair tenBits(Pair words) {
    const __m256i bits = _mm256_srli_epi32(_mm256_castps_si256(words.lanes), 10 * which);
    return {_mm256_cvtepi32_ps(_mm256_and_si256(bits, _mm256_set1_epi32(0x3ff)))};
}
/// The first four of both, and the second four of both.
inline Pair firstOf(Pair a, Pair b) {
    return {_mm256_permute2f128_ps(a.lanes, b.lanes, 0x20)};
}
inline Pair secondOf(Pair a, Pair b) {
    return {_mm256_permute2f128_ps(a.lanes, b.lanes, 0x31)};
}

/// As many as are worked on at once: two groups.
using Widest = Pair;
inline Widest splatWidest(float a) {
    return {_mm256_set1_ps(a)};
}
inline void narrow(Widest from, Pair& to) {
    to = from;
}
inline void narrow(Widest from, Wide& to) {
    to = {_mm256_castps256_ps128(from.lanes)};
}

#else
#define SINEW_TWO_GROUPS 0

struct Pair {
    Wide first, second;
};

inline Pair twice(const float* from) {
    return {load(from), load(from)};
}
inline Pair loadPair(const float* from) {
    return {load(from), load(from + 4)};
}
inline Pair pairOf(Wide first, Wide second) {
    return {first, second};
}
inline void store(float* to, Pair a) {
    store(to, a.first);
    store(to + 4, a.second);
}
inline Pair operator*(Pair a, Pair b) {
    return {a.first * b.first, a.second * b.second};
}
inline Pair multiplyAdd(Pair a, Pair b, Pair c) {
    return {multiplyAdd(a.first, b.first, c.first), multiplyAdd(a.second, b.second, c.second)};
}
inline Pair multiplyAddToSecond(Pair a, Pair b, const float* c) {
    return {a.first * b.first, multiplyAdd(a.second, b.second, load(c))};
}
template <int lane>
inline Pair spread(Pair a) {
    return {spread<lane>(a.first), spread<lane>(a.second)};
}
template <int lane>
inline Pair spread(const FourFloats* two) {
    return {spread<lane>(two[0]), spread<lane>(two[1])};
}

/// As many as are worked on at once: one group.
using Widest = Wide;
inline Widest splatWidest(float a) {
    return splat(a);
}
inline void narrow(Widest from, Wide& to) {
    to = from;
}

#endif

/// The numbers of one group, or of two, the second of which stands `toSecond` fours further on.
inline void loadGroups(const FourFloats* from, int64_t, Wide& to) {
    to = load(*from);
}
inline void loadGroups(const FourFloats* from, int64_t toSecond, Pair& to) {
    to = pairOf(load(*from), load(from[toSecond]));
}

}  // namespace sinew::SINEW_KERNELS
