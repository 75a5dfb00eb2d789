#include "check/texture_background.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace sinew {
namespace {

constexpr size_t kMostSamples = 1u << 12;  // texels that are looked at
constexpr double kLeastClear = 0.05;       // of the texels: transparent ones are the background
constexpr uint8_t kLikeBackground = 2;     // of 255

uint32_t colorOf(const Texel& t) {
    return uint32_t{t.r} << 16 | uint32_t{t.g} << 8 | t.b;
}

}  // namespace

bool Background::holds(const Texel& texel) const {
    const auto isLike = [](int a, int b) { return std::abs(a - b) <= kLikeBackground; };
    if (!color) return texel.a == 0;
    return isLike(texel.r, color->r) && isLike(texel.g, color->g) && isLike(texel.b, color->b);
}

Background backgroundOf(const Texels& texels) {
    std::vector<uint32_t> colors;
    size_t clear = 0, all = 0;
    const auto add = [&](const Texel& t) {
        ++all;
        if (t.a == 0)
            ++clear;
        else
            colors.push_back(colorOf(t));
    };
    texels.sample(add, kMostSamples);
    const auto shareOf = [&](size_t some) { return static_cast<double>(some) / static_cast<double>(all); };
    if (shareOf(clear) > kLeastClear) return {.share = shareOf(clear), .color = std::nullopt};
    std::ranges::sort(colors);
    size_t most = 0;
    uint32_t color = 0;
    for (size_t first = 0, last = 0; first < colors.size(); first = last) {
        while (last < colors.size() && colors[last] == colors[first])
            ++last;
        if (last - first > most) most = last - first, color = colors[first];
    }
    return {.share = shareOf(most),
            .color = Texel{static_cast<uint8_t>(color >> 16), static_cast<uint8_t>(color >> 8),
                           static_cast<uint8_t>(color), 255}};
}

}  // namespace sinew
