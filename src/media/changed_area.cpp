#include "media/changed_area.h"

#include <algorithm>
#include <cstring>

namespace sinew {
namespace {

/// The smallest area that holds all pixels of which `isInside(index)` is true.
template <typename Inside>
Area areaOf(PixelView picture, const Inside& isInside) {
    uint32_t left = picture.width, right = 0, top = picture.height, bottom = 0;
    for (uint32_t y = 0; y < picture.height; ++y) {
        const size_t row = size_t{y} * picture.width;
        uint32_t first = 0;
        while (first < picture.width && !isInside(row + first))
            ++first;
        if (first == picture.width) continue;
        uint32_t last = picture.width - 1;
        while (!isInside(row + last))
            --last;
        left = std::min(left, first);
        right = std::max(right, last + 1);
        top = std::min(top, y);
        bottom = y + 1;
    }
    return bottom == 0 ? Area{} : Area{left, top, right - left, bottom - top};
}

}  // namespace

Area changedArea(PixelView picture, PixelView before) {
    return areaOf(picture, [&](size_t i) { return std::memcmp(&picture.rgba[4 * i], &before.rgba[4 * i], 4) != 0; });
}

Area visibleArea(PixelView picture, uint8_t leastAlpha) {
    return areaOf(picture, [&](size_t i) { return picture.rgba[4 * i + 3] >= leastAlpha; });
}

}  // namespace sinew
