#pragma once

#include <cstdint>

namespace sinew {

/// What a random number of a character decides. Each has a sequence of its own.
enum class Chance : uint32_t { place, heading, speed, phase, clip, switching, tint, brightness, turn, start };

/// A random number in [0, 1) that follows from its arguments alone, so that characters need no generators and any time
/// can be computed in any order (the finalizer of SplitMix64; Steele et al. 2014).
inline double hashed(uint32_t seed, uint32_t member, Chance chance, int64_t index = 0) {
    uint64_t x = (uint64_t{seed} << 32 | member) + 0x9e3779b97f4a7c15u * (static_cast<uint64_t>(chance) + 1u);
    for (int round = 0; round < 2; ++round) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        x ^= x >> 31;
        if (round == 0) x += static_cast<uint64_t>(index) * 0x9e3779b97f4a7c15u;
    }
    return static_cast<double>(x >> 11) * 0x1p-53;
}

}  // namespace sinew
