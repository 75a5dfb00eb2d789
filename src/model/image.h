#pragma once

#include <cstdint>
#include <vector>

namespace sinew {

/// Pixels as R G B A bytes, rows from the top, no padding.
struct ImageData {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> rgba;  ///< width * height * 4

    bool operator==(const ImageData&) const = default;
};

}  // namespace sinew
