#include "render/texture/mask_levels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {
namespace {

constexpr size_t kChannels = 4, kValues = 256;
constexpr float kOpaque = 255.0f;

const std::array<float, kValues>& linearFromSrgb() {
    static const std::array<float, kValues> kTable = [] {
        std::array<float, kValues> table;
        for (size_t i = 0; i < kValues; ++i) {
            const float value = static_cast<float>(i) / kOpaque;
            table[i] = value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
        }
        return table;
    }();
    return kTable;
}

uint8_t srgbFromLinear(float linear) {
    const auto above = std::ranges::lower_bound(linearFromSrgb(), linear);
    if (above == linearFromSrgb().begin()) return 0;
    if (above == linearFromSrgb().end()) return kValues - 1;
    const auto index = static_cast<uint8_t>(above - linearFromSrgb().begin());
    return linear - *(above - 1) < *above - linear ? static_cast<uint8_t>(index - 1) : index;
}

struct Level {
    uint32_t width, height;
    std::vector<std::byte> rgba;

    uint8_t at(uint32_t x, uint32_t y, size_t channel) const {
        return std::to_integer<uint8_t>(rgba[(size_t{y} * width + x) * kChannels + channel]);
    }
};

Level halved(const Level& fine) {
    Level coarse{std::max(fine.width / 2, 1u), std::max(fine.height / 2, 1u), {}};
    coarse.rgba.reserve(size_t{coarse.width} * coarse.height * kChannels);
    const std::array<float, kValues>& linear = linearFromSrgb();
    for (uint32_t y = 0; y < coarse.height; ++y)
        for (uint32_t x = 0; x < coarse.width; ++x) {
            std::array<float, 3> color{}, weighted{};
            float alpha = 0.0f;
            for (uint32_t i = 0; i < 4; ++i) {
                const uint32_t u = std::min(2 * x + i % 2, fine.width - 1),
                               v = std::min(2 * y + i / 2, fine.height - 1);
                const float own = static_cast<float>(fine.at(u, v, 3));
                alpha += own;
                for (size_t c = 0; c < color.size(); ++c) {
                    color[c] += linear[fine.at(u, v, c)];
                    weighted[c] += own * linear[fine.at(u, v, c)];
                }
            }
            for (size_t c = 0; c < color.size(); ++c)
                coarse.rgba.push_back(std::byte{srgbFromLinear(alpha > 0.0f ? weighted[c] / alpha : color[c] / 4.0f)});
            coarse.rgba.push_back(static_cast<std::byte>(std::lround(alpha / 4.0f)));
        }
    return coarse;
}

/// The alpha, 1 to 255, at which a cut lets pass nearest to this share of the texels: midway between the least alpha
/// that passes and the greatest that does not, so that straight edges stay where they are.
float thresholdOf(const Level& level, double share) {
    std::array<size_t, kValues> count{};
    for (size_t i = 3; i < level.rgba.size(); i += kChannels)
        ++count[std::to_integer<size_t>(level.rgba[i])];
    const double wanted = share * static_cast<double>(size_t{level.width} * level.height);
    double passing = 0.0;
    size_t least = kValues - 1;  // that passes
    for (size_t alpha = kValues; alpha-- > 0;) {
        if (count[alpha] == 0) continue;
        const double more = passing + static_cast<double>(count[alpha]);
        if (passing > 0.0 && more - wanted > wanted - passing) return static_cast<float>(alpha + least) / 2.0f;
        passing = more;
        least = alpha;
    }
    return std::max(static_cast<float>(least), 1.0f);
}

double shareAbove(const Level& level, float cutoff) {
    size_t passing = 0;
    for (size_t i = 3; i < level.rgba.size(); i += kChannels)
        passing += static_cast<float>(std::to_integer<int>(level.rgba[i])) >= cutoff * kOpaque;
    return static_cast<double>(passing) / static_cast<double>(size_t{level.width} * level.height);
}

void scaleAlpha(Level& level, float factor) {
    for (size_t i = 3; i < level.rgba.size(); i += kChannels) {
        const float alpha = factor * static_cast<float>(std::to_integer<int>(level.rgba[i]));
        level.rgba[i] = static_cast<std::byte>(std::lround(std::min(alpha, kOpaque)));
    }
}

}  // namespace

std::vector<std::vector<std::byte>> maskLevels(std::vector<std::byte> rgba, uint32_t width, uint32_t height,
                                               float cutoff) {
    Level level{width, height, std::move(rgba)};
    const double share = shareAbove(level, cutoff);
    std::vector<std::vector<std::byte>> levels{level.rgba};
    while (level.width > 1 || level.height > 1) {
        level = halved(level);  // of the unscaled alpha
        Level scaled = level;
        if (share > 0.0 && share < 1.0) scaleAlpha(scaled, cutoff * kOpaque / thresholdOf(level, share));
        levels.push_back(std::move(scaled.rgba));
    }
    return levels;
}

}  // namespace sinew
