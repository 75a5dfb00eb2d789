#include "media/compare.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "error.h"
#include "media/structural_similarity.h"

namespace sinew {
namespace {

/// 0 to 255.
uint32_t steps(const uint8_t* a, const uint8_t* b) {
    if (a[3] == 0 && b[3] == 0) return 0;
    int largest = 0;
    for (int channel = 0; channel < 4; ++channel)
        largest = std::max(largest, std::abs(a[channel] - b[channel]));
    return static_cast<uint32_t>(largest);
}

}  // namespace

double pixelDifference(const uint8_t* a, const uint8_t* b) {
    return steps(a, b) / 255.0;
}

Difference compare(PixelView picture, PixelView reference) {
    if (picture.width != reference.width || picture.height != reference.height)
        throw Error(Exit::differs,
                    fmt::format("the picture is {}x{} but the reference {}x{}; --size {}x{} makes them comparable",
                                picture.width, picture.height, reference.width, reference.height, reference.width,
                                reference.height));
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

}  // namespace sinew
