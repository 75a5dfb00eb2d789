#include "media/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {
namespace {

/// Difference of two pixels, 0 to 255.
uint32_t steps(const uint8_t* a, const uint8_t* b) {
    if (a[3] == 0 && b[3] == 0) return 0;
    int largest = 0;
    for (int channel = 0; channel < 4; ++channel)
        largest = std::max(largest, std::abs(a[channel] - b[channel]));
    return static_cast<uint32_t>(largest);
}

using Color = std::array<uint8_t, 3>;

constexpr std::array<Color, 5> kRamp{{{0, 0, 160}, {160, 0, 160}, {255, 0, 0}, {255, 220, 0}, {255, 255, 255}}};
constexpr unsigned kBackgroundDivisor = 4;

Color heat(double difference) {
    const double position = std::sqrt(difference) * (kRamp.size() - 1);
    const size_t lower = std::min(static_cast<size_t>(position), kRamp.size() - 2);
    Color color{};
    for (size_t channel = 0; channel < color.size(); ++channel)
        color[channel] = static_cast<uint8_t>(std::lround(
            std::lerp(kRamp[lower][channel], kRamp[lower + 1][channel], position - static_cast<double>(lower))));
    return color;
}

Color background(const uint8_t* rgba) {
    const unsigned gray =
        (299u * rgba[0] + 587u * rgba[1] + 114u * rgba[2]) / 1000u * rgba[3] / 255u / kBackgroundDivisor;
    return {static_cast<uint8_t>(gray), static_cast<uint8_t>(gray), static_cast<uint8_t>(gray)};
}

constexpr int kRadius = 5;  // of the window
constexpr double kSigma = 1.5;
constexpr double kMeanConstant = 0.01 * 0.01;  // (K L)^2 for values from 0 to 1
constexpr double kVarianceConstant = 0.03 * 0.03;
constexpr double kBackground = 0.5;  // behind transparent pixels

std::array<double, 2 * kRadius + 1> window() {
    std::array<double, 2 * kRadius + 1> weights{};
    for (int i = -kRadius; i <= kRadius; ++i)
        weights[static_cast<size_t>(i + kRadius)] = std::exp(-0.5 * i * i / (kSigma * kSigma));
    return weights;
}

std::vector<double> lumaOf(PixelView pixels) {
    std::vector<double> luma(pixels.rgba.size() / 4);
    for (size_t i = 0; i < luma.size(); ++i) {
        const uint8_t* rgba = &pixels.rgba[4 * i];
        const double opaque = (0.299 * rgba[0] + 0.587 * rgba[1] + 0.114 * rgba[2]) / 255.0;
        const double alpha = rgba[3] / 255.0;
        luma[i] = alpha * opaque + (1.0 - alpha) * kBackground;
    }
    return luma;
}

/// Weighted means along rows (`step` 1) or columns (`step` = width) of `length` values each.
void blurLines(const std::vector<double>& from, size_t lines, size_t lineStep, size_t length, size_t step,
               std::vector<double>& to) {
    static const auto weights = window();
    for (size_t line = 0; line < lines; ++line)
        for (size_t at = 0; at < length; ++at) {
            const size_t first = at < kRadius ? 0 : at - kRadius;
            const size_t last = std::min(length - 1, at + kRadius);
            double sum = 0.0, weightSum = 0.0;
            for (size_t i = first; i <= last; ++i) {
                const double weight = weights[i + kRadius - at];
                sum += weight * from[line * lineStep + i * step];
                weightSum += weight;
            }
            to[line * lineStep + at * step] = sum / weightSum;
        }
}

/// The weighted mean of `valueAt(pixel)` in the window around each pixel.
template <typename ValueAt>
std::vector<double> windowMeans(size_t width, size_t height, const ValueAt& valueAt) {
    std::vector<double> values(width * height), rows(width * height);
    for (size_t i = 0; i < values.size(); ++i)
        values[i] = valueAt(i);
    blurLines(values, height, width, width, 1, rows);
    blurLines(rows, width, 1, height, width, values);
    return values;
}

}  // namespace

double pixelDifference(const uint8_t* a, const uint8_t* b) {
    return steps(a, b) / 255.0;
}

Difference compare(PixelView picture, PixelView reference) {
    if (picture.width != reference.width || picture.height != reference.height)
        throw Error(Exit::differs,
                    fmt::format("the picture is {}x{}, but the reference is {}x{}; use --size {}x{}", picture.width,
                                picture.height, reference.width, reference.height, reference.width, reference.height));
    const size_t pixelCount = picture.rgba.size() / 4;
    if (pixelCount == 0) return {};
    uint32_t largest = 0;
    uint64_t sum = 0, differing = 0;
    for (size_t i = 0; i < pixelCount; ++i) {
        const uint32_t difference = steps(&picture.rgba[4 * i], &reference.rgba[4 * i]);
        largest = std::max(largest, difference);
        sum += difference;
        differing += difference != 0;
    }
    const auto count = static_cast<double>(pixelCount);
    return {.maximum = largest / 255.0,
            .mean = static_cast<double>(sum) / 255.0 / count,
            .differingShare = static_cast<double>(differing) / count,
            .similarity = structuralSimilarity(picture, reference)};
}

Pixels heatMap(PixelView picture, PixelView reference) {
    Pixels map{reference.width, reference.height, std::vector<uint8_t>(reference.rgba.size(), 255)};
    for (size_t i = 0; i < map.rgba.size(); i += 4) {
        const double difference = pixelDifference(&picture.rgba[i], &reference.rgba[i]);
        const Color color = difference > 0.0 ? heat(difference) : background(&reference.rgba[i]);
        std::ranges::copy(color, map.rgba.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return map;
}

double structuralSimilarity(PixelView picture, PixelView reference) {
    const std::vector<double> x = lumaOf(picture), y = lumaOf(reference);
    if (x.empty()) return 1.0;
    const auto means = [&](const auto& valueAt) { return windowMeans(picture.width, picture.height, valueAt); };
    const std::vector<double> meanX = means([&](size_t i) { return x[i]; });
    const std::vector<double> meanY = means([&](size_t i) { return y[i]; });
    const std::vector<double> meanXX = means([&](size_t i) { return x[i] * x[i]; });
    const std::vector<double> meanYY = means([&](size_t i) { return y[i] * y[i]; });
    const std::vector<double> meanXY = means([&](size_t i) { return x[i] * y[i]; });
    double sum = 0.0;
    for (size_t i = 0; i < x.size(); ++i) {
        const double variances = meanXX[i] - meanX[i] * meanX[i] + meanYY[i] - meanY[i] * meanY[i];
        const double covariance = meanXY[i] - meanX[i] * meanY[i];
        sum += (2.0 * meanX[i] * meanY[i] + kMeanConstant) * (2.0 * covariance + kVarianceConstant) /
               ((meanX[i] * meanX[i] + meanY[i] * meanY[i] + kMeanConstant) * (variances + kVarianceConstant));
    }
    return sum / static_cast<double>(x.size());
}

}  // namespace sinew
