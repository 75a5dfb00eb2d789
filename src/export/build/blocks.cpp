#include "export/build/blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "export/build/bc7.h"

namespace sinew::exporting {
namespace {

Texel fromRgb565(uint32_t color) {
    const auto widen = [](uint32_t value, int bits) {
        return static_cast<uint8_t>(value << (8 - bits) | value >> (2 * bits - 8));
    };
    return {widen(color >> 11, 5), widen(color >> 5 & 63, 6), widen(color & 31, 5), 255};
}

/// a + (b - a) * part / whole, rounded.
uint8_t blend(uint8_t a, uint8_t b, int part, int whole) {
    return static_cast<uint8_t>((a * (whole - part) + b * part + whole / 2) / whole);
}

/// Eight bytes: two colors, and two bits of each texel. `hasAlpha`: the order of the colors may say that one is
/// transparent.
void decodeColors(const uint8_t* bytes, bool hasAlpha, TexelBlock& block) {
    BlockBits bits{bytes};
    const uint32_t first = bits.take(16), second = bits.take(16);
    std::array<Texel, 4> colors{fromRgb565(first), fromRgb565(second)};
    const bool isPunched = hasAlpha && first <= second;
    for (size_t c = 0; c < 4; ++c) {
        const uint8_t a = colors[0][c], b = colors[1][c];
        colors[2][c] = isPunched ? blend(a, b, 1, 2) : blend(a, b, 1, 3);
        colors[3][c] = isPunched ? uint8_t{0} : blend(a, b, 2, 3);
    }
    for (Texel& texel : block)
        texel = colors[bits.take(2)];
}

/// Eight bytes: two values, and three bits of each texel.
void decodeChannel(const uint8_t* bytes, size_t channel, TexelBlock& block) {
    const uint8_t a = bytes[0], b = bytes[1];
    std::array<uint8_t, 8> values{a, b, 0, 0, 0, 0, 0, 255};
    const int steps = a > b ? 7 : 5;
    for (int i = 1; i < steps; ++i)
        values[static_cast<size_t>(i) + 1] = blend(a, b, i, steps);
    BlockBits bits{bytes + 2};
    for (Texel& texel : block)
        texel[channel] = values[bits.take(3)];
}

void decodePlainAlpha(const uint8_t* bytes, TexelBlock& block) {
    BlockBits bits{bytes};
    for (Texel& texel : block)
        texel[3] = static_cast<uint8_t>(bits.take(4) * 17);
}

/// The third component of a unit vector.
uint8_t thirdOf(const Texel& texel) {
    const auto signedValue = [](uint8_t value) { return static_cast<float>(value) / 127.5f - 1.0f; };
    const float x = signedValue(texel[0]), y = signedValue(texel[1]);
    const float z = std::sqrt(std::max(0.0f, 1.0f - x * x - y * y));
    return static_cast<uint8_t>(std::lround((z + 1.0f) * 127.5f));
}

void decodeBlock(TexelFormat format, const uint8_t* bytes, bool isNormalMap, TexelBlock& block) {
    switch (format) {
        case TexelFormat::bc1:
            return decodeColors(bytes, true, block);
        case TexelFormat::bc2:
            decodeColors(bytes + 8, false, block);
            return decodePlainAlpha(bytes, block);
        case TexelFormat::bc3:
            decodeColors(bytes + 8, false, block);
            return decodeChannel(bytes, 3, block);
        case TexelFormat::bc4:
            decodeChannel(bytes, 0, block);
            for (Texel& texel : block)
                texel = {texel[0], texel[0], texel[0], 255};
            return;
        case TexelFormat::bc5:
            decodeChannel(bytes, 0, block);
            decodeChannel(bytes + 8, 1, block);
            for (Texel& texel : block)
                texel[2] = isNormalMap ? thirdOf(texel) : uint8_t{0}, texel[3] = 255;
            return;
        default:
            return decodeBc7(bytes, block);
    }
}

}  // namespace

std::optional<std::vector<uint8_t>> decodeBlocks(const ImageData& image, std::span<const uint8_t> bytes,
                                                 bool isNormalMap) {
    if (!image.isBlocks() || image.format == TexelFormat::bc6h) return std::nullopt;
    const size_t width = image.width, height = image.height, across = (width + 3) / 4;
    const size_t blockBytes = levelBytes(image, 0) / (across * ((height + 3) / 4));
    std::vector<uint8_t> pixels(width * height * 4);
    TexelBlock block{};
    for (size_t top = 0; top < height; top += 4)
        for (size_t left = 0; left < width; left += 4) {
            decodeBlock(image.format, &bytes[(top / 4 * across + left / 4) * blockBytes], isNormalMap, block);
            const size_t rows = std::min<size_t>(4, height - top), columns = std::min<size_t>(4, width - left);
            for (size_t y = 0; y < rows; ++y)
                std::memcpy(&pixels[((top + y) * width + left) * 4], &block[4 * y], columns * 4);
        }
    return pixels;
}

}  // namespace sinew::exporting
