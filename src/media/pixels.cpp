#include "media/pixels.h"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

double linearFromSrgb(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
double srgbFromLinear(double value) {
    return value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
}

}  // namespace

void unpremultiply(std::span<uint8_t> rgba) {
    for (size_t pixel = 0; pixel + 3 < rgba.size(); pixel += 4) {
        const uint8_t alpha = rgba[pixel + 3];
        if (alpha == 0 || alpha == 255) continue;
        for (size_t channel = pixel; channel < pixel + 3; ++channel) {
            const double light = linearFromSrgb(rgba[channel] / 255.0) * 255.0 / alpha;
            rgba[channel] = static_cast<uint8_t>(std::lround(srgbFromLinear(std::min(light, 1.0)) * 255.0));
        }
    }
}

}  // namespace sinew
