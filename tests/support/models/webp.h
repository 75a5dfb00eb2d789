#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <webp/encode.h>

namespace import_files {

/// A lossless WebP image of one color.
inline std::string webp(uint32_t width, uint32_t height, uint8_t r, uint8_t g, uint8_t b, uint8_t a = 255) {
    std::vector<uint8_t> rgba;
    for (uint32_t i = 0; i < width * height; ++i)
        rgba.insert(rgba.end(), {r, g, b, a});
    uint8_t* encoded = nullptr;
    const size_t size = WebPEncodeLosslessRGBA(rgba.data(), static_cast<int>(width), static_cast<int>(height),
                                               static_cast<int>(width) * 4, &encoded);
    if (size == 0) throw std::runtime_error("libwebp cannot encode");
    const std::string bytes(reinterpret_cast<const char*>(encoded), size);
    WebPFree(encoded);
    return bytes;
}

}  // namespace import_files
