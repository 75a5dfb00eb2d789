#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sinew {

/// A line of text as coverage, 0 to 255, rows from the top.
struct TextMask {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> coverage;
};

/// Draws with Dear ImGui's own font, 13 pixels high times `scale`. It has the letters of Latin-1; others are a question
/// mark.
TextMask drawText(std::string_view utf8, uint32_t scale);

}  // namespace sinew
