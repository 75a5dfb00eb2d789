#include "media/structural_similarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace sinew {
namespace {

constexpr int kReach = 5;  // of the window, to each side
constexpr double kSigma = 1.5;
constexpr double kMeanConstant = 0.01 * 0.01;  // (K L)^2 for values from 0 to 1
constexpr double kVarianceConstant = 0.03 * 0.03;
constexpr double kGrey = 0.5;  // behind what is transparent

std::array<double, 2 * kReach + 1> window() {
    std::array<double, 2 * kReach + 1> weights{};
    for (int i = -kReach; i <= kReach; ++i)
        weights[static_cast<size_t>(i + kReach)] = std::exp(-0.5 * i * i / (kSigma * kSigma));
    return weights;
}

std::vector<double> lumaOf(PixelView pixels) {
    std::vector<double> luma(pixels.rgba.size() / 4);
    for (size_t i = 0; i < luma.size(); ++i) {
        const uint8_t* rgba = &pixels.rgba[4 * i];
        const double opaque = (0.299 * rgba[0] + 0.587 * rgba[1] + 0.114 * rgba[2]) / 255.0;
        const double alpha = rgba[3] / 255.0;
        luma[i] = alpha * opaque + (1.0 - alpha) * kGrey;
    }
    return luma;
}

/// The weighted means along rows (`step` 1) or columns (`step` of a row's length) of lines that are `length` long.
void blurLines(const std::vector<double>& from, size_t lines, size_t lineStep, size_t length, size_t step,
               std::vector<double>& to) {
    static const auto weights = window();
    for (size_t line = 0; line < lines; ++line)
        for (size_t at = 0; at < length; ++at) {
            const size_t first = at < kReach ? 0 : at - kReach;
            const size_t last = std::min(length - 1, at + kReach);
            double sum = 0.0, weightSum = 0.0;
            for (size_t i = first; i <= last; ++i) {
                const double weight = weights[i + kReach - at];
                sum += weight * from[line * lineStep + i * step];
                weightSum += weight;
            }
            to[line * lineStep + at * step] = sum / weightSum;
        }
}

/// The window's mean around each pixel of a value that `valueAt(pixel)` gives.
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
