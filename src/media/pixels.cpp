#include "media/pixels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>

namespace sinew {
namespace {

double linearFromSrgb(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
double srgbFromLinear(double value) {
    return value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
}

/// [alpha][premultiplied value]
using StraightTable = std::array<std::array<uint8_t, 256>, 256>;

const StraightTable& straightTable() {
    static const auto table = [] {
        auto made = std::make_unique<StraightTable>();
        for (size_t alpha = 1; alpha < 256; ++alpha)
            for (size_t value = 0; value < 256; ++value) {
                const double light =
                    linearFromSrgb(static_cast<double>(value) / 255.0) * 255.0 / static_cast<double>(alpha);
                (*made)[alpha][value] = static_cast<uint8_t>(std::lround(srgbFromLinear(std::min(light, 1.0)) * 255.0));
            }
        return made;
    }();
    return *table;
}

/// The smallest area with all pixels for which `isInside(index)` is true.
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

void unpremultiply(std::span<uint8_t> rgba) {
    const StraightTable& straight = straightTable();
    for (size_t pixel = 0; pixel + 3 < rgba.size(); pixel += 4) {
        const uint8_t alpha = rgba[pixel + 3];
        if (alpha == 0 || alpha == 255) continue;
        for (size_t channel = pixel; channel < pixel + 3; ++channel)
            rgba[channel] = straight[alpha][rgba[channel]];
    }
}

Area changedArea(PixelView picture, PixelView before) {
    return areaOf(picture, [&](size_t i) { return std::memcmp(&picture.rgba[4 * i], &before.rgba[4 * i], 4) != 0; });
}

Area visibleArea(PixelView picture, uint8_t minAlpha) {
    return areaOf(picture, [&](size_t i) { return picture.rgba[4 * i + 3] >= minAlpha; });
}

}  // namespace sinew
