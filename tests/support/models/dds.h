#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace import_files {

inline std::string words(std::initializer_list<uint32_t> numbers) {
    std::string bytes;
    for (const uint32_t number : numbers)
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    return bytes;
}

/// The header of a DDS file; `format`: flags, code, bits of a pixel and the four masks.
inline std::string ddsHeader(uint32_t width, uint32_t height, uint32_t levels, const std::string& format) {
    std::string header = "DDS " + words({124, 0x21007, height, width, 0, 0, levels}) + std::string(44, '\0') +
                         words({32}) + format + words({0x1000, 0, 0, 0, 0});
    header.resize(128);
    return header;
}

/// A DDS file of blocks, the largest mip level first.
inline std::string dds(uint32_t width, uint32_t height, const std::string& code, const std::string& blocks,
                       uint32_t levels = 1) {
    return ddsHeader(width, height, levels, words({4}) + code + words({0, 0, 0, 0, 0})) + blocks;
}

/// A file with a DX10 header, which has a DXGI format.
inline std::string dx10(uint32_t width, uint32_t height, uint32_t dxgi, const std::string& blocks,
                        uint32_t levels = 1) {
    return dds(width, height, "DX10", words({dxgi, 3, 0, 1, 0}) + blocks, levels);
}

/// A DDS file of pixels of that many bits, with masks for red, green, blue and alpha.
inline std::string plainDds(uint32_t width, uint32_t height, uint32_t bits, const std::array<uint32_t, 4>& masks,
                            const std::string& pixels) {
    const uint32_t flags = masks[3] ? 0x41 : 0x40;
    return ddsHeader(width, height, 1, words({flags, 0, bits, masks[0], masks[1], masks[2], masks[3]})) + pixels;
}

/// A KTX2 file without supercompression. `levels`: the largest first; stored the other way round.
inline std::string ktx2(uint32_t width, uint32_t height, uint32_t vulkanFormat,
                        const std::vector<std::string>& levels) {
    const auto count = static_cast<uint32_t>(levels.size());
    const std::string start = std::string("\xABKTX 20\xBB\r\n\x1A\n", 12) +
                              words({vulkanFormat, 1, width, height, 0, 0, 1, count, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    std::string index, blocks;
    for (size_t level = levels.size(); level-- > 0;) {
        const auto size = static_cast<uint32_t>(levels[level].size());
        const auto offset = static_cast<uint32_t>(start.size() + 24 * levels.size() + blocks.size());
        index = words({offset, 0, size, 0, size, 0}) + index;
        blocks += levels[level];
    }
    return start + index + blocks;
}

}  // namespace import_files
