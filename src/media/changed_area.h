#pragma once

#include <cstdint>

#include "media/pixels.h"

namespace sinew {

/// Pixels of a picture from a corner on; empty without a width.
struct Area {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;

    bool operator==(const Area&) const = default;
};

/// The smallest area outside of which two pictures of one size are equal.
Area changedArea(PixelView picture, PixelView before);

/// The smallest area outside of which nothing is seen: alpha is less than `leastAlpha`.
Area visibleArea(PixelView picture, uint8_t leastAlpha);

}  // namespace sinew
