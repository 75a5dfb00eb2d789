#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// A view of RGBA pixels: 8 bits per channel, sRGB, straight alpha, top row first, no padding.
struct PixelView {
    uint32_t width = 0;
    uint32_t height = 0;
    std::span<const uint8_t> rgba;  ///< width * height * 4 bytes
};

/// Owned pixels.
struct Pixels {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;

    operator PixelView() const { return {width, height, rgba}; }
};

/// Converts premultiplied alpha (multiplied in linear light) to straight alpha, in place.
void unpremultiply(std::span<uint8_t> rgba);

/// A rectangle of pixels; empty if its width is 0.
struct Area {
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;

    bool operator==(const Area&) const = default;
};

/// The smallest area outside of which two pictures of the same size are equal.
Area changedArea(PixelView picture, PixelView before);

/// The smallest area outside of which alpha is below `minAlpha`.
Area visibleArea(PixelView picture, uint8_t minAlpha);

}  // namespace sinew
