#include "media/heat_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "media/compare.h"

namespace sinew {
namespace {

using Color = std::array<uint8_t, 3>;

constexpr std::array<Color, 5> kRamp{{{0, 0, 160}, {160, 0, 160}, {255, 0, 0}, {255, 220, 0}, {255, 255, 255}}};
constexpr unsigned kDarker = 4;  // the reference behind it

Color heat(double difference) {
    const double place = std::sqrt(difference) * (kRamp.size() - 1);
    const size_t lower = std::min(static_cast<size_t>(place), kRamp.size() - 2);
    Color color{};
    for (size_t channel = 0; channel < color.size(); ++channel)
        color[channel] = static_cast<uint8_t>(std::lround(
            std::lerp(kRamp[lower][channel], kRamp[lower + 1][channel], place - static_cast<double>(lower))));
    return color;
}

Color background(const uint8_t* rgba) {
    const unsigned grey = (299u * rgba[0] + 587u * rgba[1] + 114u * rgba[2]) / 1000u * rgba[3] / 255u / kDarker;
    return {static_cast<uint8_t>(grey), static_cast<uint8_t>(grey), static_cast<uint8_t>(grey)};
}

}  // namespace

Pixels heatMap(PixelView picture, PixelView reference) {
    Pixels map{reference.width, reference.height, std::vector<uint8_t>(reference.rgba.size(), 255)};
    for (size_t i = 0; i < map.rgba.size(); i += 4) {
        const double difference = pixelDifference(&picture.rgba[i], &reference.rgba[i]);
        const Color color = difference > 0.0 ? heat(difference) : background(&reference.rgba[i]);
        std::ranges::copy(color, map.rgba.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return map;
}

}  // namespace sinew
