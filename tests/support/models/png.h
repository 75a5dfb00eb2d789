#pragma once

#include <cstdint>
#include <string>

#include <libdeflate.h>

namespace import_files {

/// The color types of PNG.
enum class PngColor : uint8_t { gray = 0, rgb = 2, palette = 3, grayAlpha = 4, rgba = 6 };

struct Png {
    uint32_t width = 1;
    uint32_t height = 1;
    uint8_t bitDepth = 8;
    PngColor color = PngColor::rgb;
    std::string row;           ///< the bytes of each row
    std::string palette = {};  ///< PLTE: three bytes a color
    std::string alphas = {};   ///< tRNS
};

/// A PNG file of any color type, uncompressed, of less than 64 KiB.
inline std::string png(const Png& picture) {
    const auto bigEndian = [](uint32_t value) {
        std::string bytes;
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes += static_cast<char>(value >> shift);
        return bytes;
    };
    const auto chunk = [&](const std::string& content) {  // with its name
        return bigEndian(static_cast<uint32_t>(content.size() - 4)) + content +
               bigEndian(libdeflate_crc32(0, content.data(), content.size()));
    };
    std::string rows;
    for (uint32_t y = 0; y < picture.height; ++y)
        rows += '\0' + picture.row;
    const auto size = static_cast<uint16_t>(rows.size());
    std::string packed("\x78\x01\x01", 3);
    for (const uint16_t number : {size, static_cast<uint16_t>(~size)})
        packed += {static_cast<char>(number), static_cast<char>(number >> 8)};
    packed += rows + bigEndian(libdeflate_adler32(1, rows.data(), rows.size()));
    std::string file = "\x89PNG\r\n\x1A\n" + chunk("IHDR" + bigEndian(picture.width) + bigEndian(picture.height) +
                                                   std::string{static_cast<char>(picture.bitDepth),
                                                               static_cast<char>(picture.color), '\0', '\0', '\0'});
    if (!picture.palette.empty()) file += chunk("PLTE" + picture.palette);
    if (!picture.alphas.empty()) file += chunk("tRNS" + picture.alphas);
    return file + chunk("IDAT" + packed) + chunk("IEND");
}

}  // namespace import_files
