#pragma once

#include <cstddef>

#include <volk.h>

namespace sinew {

/// The part of a picture that `side` takes, of `count` ones side by side from the left. All pixels belong to one.
constexpr VkRect2D sideArea(VkExtent2D extent, size_t side, size_t count) {
    const auto edge = [&](size_t i) { return static_cast<uint32_t>(extent.width * i / count); };
    return {{static_cast<int32_t>(edge(side)), 0}, {edge(side + 1) - edge(side), extent.height}};
}

/// What is left of a picture where so many pixels at its right edge are covered; of one that is covered whole two
/// columns.
constexpr VkExtent2D leftFree(VkExtent2D extent, uint32_t coveredWidth) {
    const uint32_t least = extent.width < 2 ? extent.width : 2;  // a pixel for each of two sides
    return {coveredWidth + least < extent.width ? extent.width - coveredWidth : least, extent.height};
}

/// Width by height; a picture that is not there is square.
constexpr float aspectOf(VkExtent2D extent) {
    if (extent.width == 0 || extent.height == 0) return 1.0f;
    return static_cast<float>(extent.width) / static_cast<float>(extent.height);
}

}  // namespace sinew
