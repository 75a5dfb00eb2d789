#pragma once

#include <cstdint>
#include <vector>

#include "media/pixels.h"

namespace sinew {

/// The side that the planes have.
constexpr uint32_t evenSide(uint32_t side) {
    return side + side % 2;
}

/// The picture as planes Y, Cb, Cr of 8 bits: ITU-R BT.709, limited range (16 to 235 and 240), 4:2:0 with the colour in
/// the middle of its four pixels. An odd side counts as one pixel more, which repeats the last.
/// `alpha`: with a fourth plane of full range and the size of Y; what cannot be seen then gives no colour.
std::vector<uint8_t> yuv420From(PixelView pixels, bool alpha);

}  // namespace sinew
