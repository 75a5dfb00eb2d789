#pragma once

#include <optional>

#include "check/texels.h"

namespace sinew {

/// What a texture has where nothing was painted.
struct Background {
    double share = 0.0;          ///< of the texels
    std::optional<Texel> color;  ///< nothing: transparent texels

    bool holds(const Texel& texel) const;
};

/// The most frequent color, or what is transparent.
Background backgroundOf(const Texels& texels);

}  // namespace sinew
