#pragma once

#include <cstdint>
#include <vector>

#include "media/pixels.h"

namespace sinew {

/// Side of the planes: rounded up to even.
constexpr uint32_t evenSide(uint32_t side) {
    return side + side % 2;
}

/// 8-bit planes Y, Cb, Cr: ITU-R BT.709, limited range (16 to 235 and 240), 4:2:0 with chroma centered in its four
/// pixels. An odd side is extended by repeating its last pixels. `alpha` appends a fourth plane, full range and of the
/// size of Y, and weights chroma by alpha.
std::vector<uint8_t> yuv420From(PixelView pixels, bool alpha);

}  // namespace sinew
