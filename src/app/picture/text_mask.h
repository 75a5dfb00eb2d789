#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sinew {

/// A line of text as coverage, 0 to 255, top row first.
struct TextMask {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> coverage;
};

/// Draws with Dear ImGui's default font, 13 * `scale` pixels high. Characters outside Latin-1 become question marks.
TextMask drawText(std::string_view utf8, uint32_t scale);

}  // namespace sinew
