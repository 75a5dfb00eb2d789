#include "import/files/block_image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "model/limits.h"

namespace sinew {
namespace {

using Bytes = std::span<const uint8_t>;

[[noreturn]] void refuse(const std::string& cause) {
    throw std::runtime_error(cause);
}

template <typename Number>
Number numberAt(Bytes bytes, size_t offset) {
    Number number{};
    if (bytes.size() < offset + sizeof number) refuse("is cut short");
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

uint32_t wordAt(Bytes bytes, size_t offset) {
    return numberAt<uint32_t>(bytes, offset);
}

bool beginsWith(Bytes bytes, std::string_view magic) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

/// An image without bytes. `levels`: as in the file; 0 is one.
ImageData imageOf(uint32_t width, uint32_t height, uint32_t levels, TexelFormat format) {
    if (width == 0 || height == 0) refuse("is empty");
    if (width > kMaxImageSide || height > kMaxImageSide || uint64_t{width} * height > kMaxImagePixels)
        refuse(fmt::format("is too large: {}x{} pixels", width, height));
    if (levels > mostLevels(width, height))
        refuse(fmt::format("has {} mip levels, more than {}x{} pixels can have", levels, width, height));
    return {.width = width, .height = height, .format = format, .levelCount = std::max(levels, 1u)};
}

Bytes piece(Bytes bytes, uint64_t offset, uint64_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset)
        refuse(fmt::format("is cut short: has {} of {} bytes", bytes.size() - std::min<uint64_t>(offset, bytes.size()),
                           size));
    return bytes.subspan(offset, size);
}

// DDS: "DDS Programming Guide", Microsoft.

constexpr uint32_t fourCc(const char (&text)[5]) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i)
        value |= uint32_t{static_cast<uint8_t>(text[i])} << (8 * i);
    return value;
}

/// Where each channel of an uncompressed pixel is. A mask of 0: the channel is 1.
struct Masks {
    uint32_t bits = 0;  ///< of a pixel: 24 or 32
    std::array<uint32_t, 4> rgba{};
};
constexpr Masks kRgba{32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}}, kBgra{32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}},
    kBgrx{32, {0xFF0000, 0xFF00, 0xFF, 0}};

struct DdsFormat {
    TexelFormat format = TexelFormat::rgba8;
    Masks masks;
};

DdsFormat formatOfDxgi(uint32_t dxgi) {
    struct Range {
        uint32_t first, last;
        DdsFormat format;
    };
    static constexpr Range kRanges[] = {
        {70, 72, {TexelFormat::bc1, {}}},
        {73, 75, {TexelFormat::bc2, {}}},
        {76, 78, {TexelFormat::bc3, {}}},
        {79, 80, {TexelFormat::bc4, {}}},
        {82, 83, {TexelFormat::bc5, {}}},
        {94, 95, {TexelFormat::bc6h, {}}},
        {97, 99, {TexelFormat::bc7, {}}},
        {27, 29, {{}, kRgba}},
        {87, 87, {{}, kBgra}},
        {88, 88, {{}, kBgrx}},
        {90, 91, {{}, kBgra}},
        {92, 93, {{}, kBgrx}},
    };
    for (const auto& [first, last, format] : kRanges)
        if (dxgi >= first && dxgi <= last) return format;
    throw UnsupportedImage(fmt::format("is a DDS file of DXGI format {}, which Sinew does not read", dxgi));
}

DdsFormat formatOfFourCc(uint32_t code) {
    if (code == fourCc("DXT1")) return {TexelFormat::bc1, {}};
    if (code == fourCc("DXT3")) return {TexelFormat::bc2, {}};
    if (code == fourCc("DXT5")) return {TexelFormat::bc3, {}};
    if (code == fourCc("ATI1") || code == fourCc("BC4U")) return {TexelFormat::bc4, {}};
    if (code == fourCc("ATI2") || code == fourCc("BC5U")) return {TexelFormat::bc5, {}};
    std::string name;
    for (int shift = 0; shift < 32; shift += 8) {
        const auto letter = static_cast<char>(code >> shift);
        name += letter > ' ' && letter <= '~' ? letter : '?';
    }
    throw UnsupportedImage(fmt::format("is a DDS file of format {}, which Sinew does not read", name));
}

ImageData unpacked(Bytes bytes, ImageData image, const Masks& masks) {
    const size_t pixels = size_t{image.width} * image.height, pixelBytes = masks.bits / 8;
    const Bytes texels = piece(bytes, 0, pixels * pixelBytes);
    image.levelCount = 1;  // the others are made anew
    image.bytes.reserve(pixels * 4);
    for (size_t i = 0; i < pixels; ++i) {
        uint32_t pixel = 0;
        std::memcpy(&pixel, texels.data() + i * pixelBytes, pixelBytes);
        for (const uint32_t mask : masks.rgba)
            image.bytes.push_back(mask == 0 ? uint8_t{255}
                                            : static_cast<uint8_t>((pixel & mask) >> std::countr_zero(mask)));
    }
    return image;
}

/// Masks of eight bits only. @throws as readBlockImage().
Masks masksOf(Bytes header) {
    constexpr uint32_t kHasAlpha = 0x1, kHasColors = 0x40;
    const uint32_t flags = wordAt(header, 80);
    Masks masks{.bits = wordAt(header, 88), .rgba = {}};
    for (size_t i = 0; i < 4; ++i)
        masks.rgba[i] = i < 3 || (flags & kHasAlpha) ? wordAt(header, 92 + 4 * i) : 0;
    const auto isByte = [&](uint32_t mask) {
        return mask == 0 ||
               (mask >> std::countr_zero(mask) == 0xFF && static_cast<uint32_t>(std::bit_width(mask)) <= masks.bits);
    };
    if (!(flags & kHasColors) || (masks.bits != 24 && masks.bits != 32) || !std::ranges::all_of(masks.rgba, isByte))
        throw UnsupportedImage("is a DDS file of a format that Sinew does not read");
    return masks;
}

ImageData readDds(Bytes bytes) {
    constexpr uint32_t kHeaderBytes = 124, kFormatBytes = 32, kHasFourCc = 0x4, kCube = 0x200, kVolume = 0x200000;
    constexpr size_t kData = 128, kDataAfterDx10 = 148;
    if (wordAt(bytes, 4) != kHeaderBytes || wordAt(bytes, 76) != kFormatBytes) refuse("is not a valid DDS file");
    bool isPlane = (wordAt(bytes, 112) & (kCube | kVolume)) == 0;
    size_t begin = kData;
    DdsFormat format;
    if ((wordAt(bytes, 80) & kHasFourCc) == 0) {
        format.masks = masksOf(bytes);
    } else if (const uint32_t code = wordAt(bytes, 84); code != fourCc("DX10")) {
        format = formatOfFourCc(code);
    } else {
        constexpr uint32_t kTexture2D = 3, kCubeFlag = 0x4;
        begin = kDataAfterDx10;
        format = formatOfDxgi(wordAt(bytes, 128));
        isPlane =
            isPlane && wordAt(bytes, 132) == kTexture2D && !(wordAt(bytes, 136) & kCubeFlag) && wordAt(bytes, 140) <= 1;
    }
    if (!isPlane) refuse("is a DDS file of a cube map, a volume or several images, which textures cannot be");
    ImageData image = imageOf(wordAt(bytes, 16), wordAt(bytes, 12), wordAt(bytes, 28), format.format);
    const Bytes data = piece(bytes, begin, bytes.size() - std::min(bytes.size(), begin));
    if (!image.isBlocks()) return unpacked(data, std::move(image), format.masks);
    const Bytes blocks = piece(data, 0, image.byteCount());
    image.bytes.assign(blocks.begin(), blocks.end());
    return image;
}

// KTX2: KTX File Format Specification 2.0, Khronos.

constexpr std::string_view kKtx2("\xABKTX 20\xBB\r\n\x1A\n", 12);

TexelFormat formatOfVulkan(uint32_t format) {
    constexpr std::pair<uint32_t, TexelFormat> kFormats[] = {
        {131, TexelFormat::bc1}, {132, TexelFormat::bc1}, {133, TexelFormat::bc1},  {134, TexelFormat::bc1},
        {135, TexelFormat::bc2}, {136, TexelFormat::bc2}, {137, TexelFormat::bc3},  {138, TexelFormat::bc3},
        {139, TexelFormat::bc4}, {141, TexelFormat::bc5}, {143, TexelFormat::bc6h}, {145, TexelFormat::bc7},
        {146, TexelFormat::bc7}};
    for (const auto& [vulkan, blocks] : kFormats)
        if (vulkan == format) return blocks;
    throw UnsupportedImage(fmt::format("is a KTX2 file of Vulkan format {}, which Sinew does not read", format));
}

ImageData readKtx2(Bytes bytes) {
    const uint32_t format = wordAt(bytes, 12), supercompression = wordAt(bytes, 44);
    if (format == 0) throw UnsupportedImage("holds Basis Universal, which Sinew does not read");
    if (supercompression != 0)
        throw UnsupportedImage("is a KTX2 file with supercompression, which Sinew does not read");
    if (wordAt(bytes, 28) > 1 || wordAt(bytes, 32) > 1 || wordAt(bytes, 36) != 1)
        refuse("is a KTX2 file of a cube map, a volume or several images, which textures cannot be");
    ImageData image = imageOf(wordAt(bytes, 20), wordAt(bytes, 24), wordAt(bytes, 40), formatOfVulkan(format));
    constexpr size_t kLevelIndex = 80, kIndexBytes = 24;
    for (uint32_t level = 0; level < image.levelCount; ++level) {
        const uint64_t offset = numberAt<uint64_t>(bytes, kLevelIndex + level * kIndexBytes);
        const uint64_t size = numberAt<uint64_t>(bytes, kLevelIndex + level * kIndexBytes + 8);
        if (size != levelBytes(image, level)) refuse("is a KTX2 file with a mip level of the wrong size");
        const Bytes blocks = piece(bytes, offset, size);
        image.bytes.insert(image.bytes.end(), blocks.begin(), blocks.end());
    }
    return image;
}

}  // namespace

std::optional<ImageData> readBlockImage(Bytes bytes) {
    if (beginsWith(bytes, "DDS ")) return readDds(bytes);
    if (beginsWith(bytes, kKtx2)) return readKtx2(bytes);
    return std::nullopt;
}

}  // namespace sinew
