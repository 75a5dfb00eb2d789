#include "media/yuv.h"

#include <algorithm>
#include <array>

namespace sinew {
namespace {

// BT.709 (ITU-R, 2015), items 3.2 and 3.3, from 8-bit RGB, in units of 1/65536.
constexpr double kRed = 0.2126, kGreen = 0.7152, kBlue = 0.0722;
constexpr int fixed(double value) {
    return static_cast<int>(value * 65536.0 + (value < 0.0 ? -0.5 : 0.5));
}
constexpr double kLuma = 219.0 / 255.0, kChroma = 224.0 / 255.0;
constexpr std::array kY{fixed(kLuma * kRed), fixed(kLuma* kGreen), fixed(kLuma* kBlue)};
constexpr std::array kCb{fixed(-kChroma * kRed / (2.0 * (1.0 - kBlue))),
                         fixed(-kChroma* kGreen / (2.0 * (1.0 - kBlue))), fixed(kChroma * 0.5)};
constexpr std::array kCr{fixed(kChroma * 0.5), fixed(-kChroma* kGreen / (2.0 * (1.0 - kRed))),
                         fixed(-kChroma* kBlue / (2.0 * (1.0 - kRed)))};

uint8_t weighted(const std::array<int, 3>& weights, int red, int green, int blue, int offset) {
    return static_cast<uint8_t>(((weights[0] * red + weights[1] * green + weights[2] * blue + (1 << 15)) >> 16) +
                                offset);
}

/// Mean color of four pixels, weighted by alpha if requested.
std::array<int, 3> meanColor(const std::array<const uint8_t*, 4>& pixels, bool alpha) {
    std::array<int, 3> sums{};
    int weights = 0;
    for (const uint8_t* pixel : pixels) {
        const int weight = alpha ? pixel[3] : 1;
        weights += weight;
        for (size_t i = 0; i < 3; ++i)
            sums[i] += weight * pixel[i];
    }
    if (weights == 0) return {};
    for (int& sum : sums)
        sum = (sum + weights / 2) / weights;
    return sums;
}

}  // namespace

std::vector<uint8_t> yuv420From(PixelView pixels, bool alpha) {
    const size_t halfWidth = (pixels.width + 1) / 2, halfHeight = (pixels.height + 1) / 2;
    const size_t width = 2 * halfWidth, height = 2 * halfHeight;
    const size_t lumaBytes = width * height, chromaBytes = halfWidth * halfHeight;
    std::vector<uint8_t> planes(lumaBytes * (alpha ? 2 : 1) + 2 * chromaBytes);
    uint8_t* luma = planes.data();
    uint8_t* cb = luma + lumaBytes;
    uint8_t* cr = cb + chromaBytes;
    uint8_t* opacity = cr + chromaBytes;
    const auto rowAt = [&](size_t y) {
        return pixels.rgba.data() + std::min<size_t>(y, pixels.height - 1) * pixels.width * 4;
    };
    const auto offsetOf = [&](size_t x) { return 4 * std::min<size_t>(x, pixels.width - 1); };
    for (size_t y = 0; y < height; ++y) {
        const uint8_t* row = rowAt(y);
        for (size_t x = 0; x < width; ++x) {
            const uint8_t* pixel = row + offsetOf(x);
            luma[y * width + x] = weighted(kY, pixel[0], pixel[1], pixel[2], 16);
            if (alpha) opacity[y * width + x] = pixel[3];
        }
    }
    for (size_t y = 0; y < halfHeight; ++y) {
        const uint8_t *upper = rowAt(2 * y), *lower = rowAt(2 * y + 1);
        for (size_t x = 0; x < halfWidth; ++x) {
            const size_t left = offsetOf(2 * x), right = offsetOf(2 * x + 1);
            const auto [red, green, blue] =
                meanColor({upper + left, upper + right, lower + left, lower + right}, alpha);
            cb[y * halfWidth + x] = weighted(kCb, red, green, blue, 128);
            cr[y * halfWidth + x] = weighted(kCr, red, green, blue, 128);
        }
    }
    return planes;
}

}  // namespace sinew
