#pragma once

#include <cstdint>

namespace sinew {

/// How the characters of a crowd stand.
enum class Formation {
    grid,     ///< in rows
    circle,   ///< in rings, facing outward
    scatter,  ///< at random places, facing anywhere
};

/// The formations that --instances takes, in the order of the enumerators.
inline constexpr const char* kFormationNames[] = {"grid", "circle", "scatter"};

inline constexpr uint32_t kMostCharacters = 100'000;

/// Many copies of one character.
struct CrowdSettings {
    uint32_t count = 0;  ///< up to kMostCharacters; 0: no crowd, one character
    Formation formation = Formation::grid;
    uint32_t seed = 1;     ///< of everything that differs from character to character
    bool oneClip = false;  ///< all play the current clip; else each fades from clip to clip

    bool operator==(const CrowdSettings&) const = default;
};

}  // namespace sinew
