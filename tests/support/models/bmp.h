#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace import_files {

/// A BMP image of one color.
inline std::string bmp(uint32_t width, uint32_t height, uint8_t r, uint8_t g, uint8_t b) {
    const uint32_t row = (width * 3 + 3) / 4 * 4;
    std::string bytes(54 + row * height, '\0');
    const auto put = [&bytes](size_t at, uint32_t value) { std::memcpy(&bytes[at], &value, 4); };
    bytes[0] = 'B', bytes[1] = 'M';
    put(2, static_cast<uint32_t>(bytes.size())), put(10, 54), put(14, 40), put(18, width), put(22, height);
    bytes[26] = 1, bytes[28] = 24;
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            const size_t at = 54 + size_t{row} * y + size_t{3} * x;
            bytes[at] = static_cast<char>(b), bytes[at + 1] = static_cast<char>(g),
            bytes[at + 2] = static_cast<char>(r);
        }
    return bytes;
}

}  // namespace import_files
