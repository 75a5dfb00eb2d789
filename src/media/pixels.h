#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Pixels that someone else owns: R G B A bytes, sRGB, alpha not premultiplied, rows from the top, no padding.
struct PixelView {
    uint32_t width = 0;
    uint32_t height = 0;
    std::span<const uint8_t> rgba;  ///< width * height * 4
};

/// The same, owned.
struct Pixels {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;

    operator PixelView() const { return {width, height, rgba}; }
};

/// Turns pixels whose light is already weighted by their alpha, as a picture over a transparent background is drawn,
/// into straight ones.
void unpremultiply(std::span<uint8_t> rgba);

}  // namespace sinew
