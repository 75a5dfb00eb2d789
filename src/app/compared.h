#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "render/scene.h"

namespace sinew {

/// A second picture at the right of the first, with the same camera: the same but for what is given here.
struct Beside {
    bool shown = false;
    std::optional<std::optional<size_t>> clip;  ///< in it none: the rest pose
    double laterSeconds = 0.0;                  ///< than the first, negative: earlier
    std::optional<Skinning> skinning;

    /// Whether it stands in a pose of its own.
    bool posed() const { return clip || laterSeconds != 0.0; }
};

/// How many ghosts there may be on either side of the present.
inline constexpr uint32_t kMostGhosts = 8;

/// Ghosts of the poses before and after the one that is shown.
struct OnionSkin {
    bool shown = false;
    uint32_t count = 2;    ///< before, and as many after: 1 to kMostGhosts
    double seconds = 0.1;  ///< from one to the next, above 0
};

/// What is shown of a clip, a moment or a way to skin beside another one.
struct Compared {
    Beside beside;
    OnionSkin onion;
};

}  // namespace sinew
