#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The height of a line of text in pixels, at a text scale of 1.
inline constexpr float kTextPixels = 16.0f;

/// A font file for stb_truetype and Dear ImGui. Lasts until the program ends.
struct FontFile {
    std::span<const unsigned char> bytes;
    int index = 0;            ///< in a collection
    float heightOfEm = 1.0f;  ///< ascent minus descent, in units of the em
};

// Call these from one thread.

/// The font for a character: the built-in one, or if that lacks it the best one of the system, as fontconfig finds it.
/// If none has the character, the built-in one.
const FontFile& fontFor(char32_t character);

/// Removes and returns the first character of a text that is not empty; U+FFFD for invalid UTF-8.
char32_t takeCharacter(std::string_view& utf8);

/// A line with its characters in the order in which they stand, from left to right, and Arabic letters in their joined
/// forms (Unicode Standard Annex 9).
std::string visualOrder(std::string_view utf8);

/// A line of text as coverage, 0 to 255, top row first.
struct TextMask {
    uint32_t width = 0;
    uint32_t height = 0;
    std::vector<uint8_t> coverage;
};

/// The width of a line in pixels.
float textWidth(std::string_view utf8, float scale);

/// Draws a line, kTextPixels * `scale` high. Characters that no font has become U+FFFD.
TextMask drawText(std::string_view utf8, float scale);

}  // namespace sinew
