#include "import/files/tga_image.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/limits.h"

namespace sinew {
namespace {

using Rgba = std::array<uint8_t, 4>;

enum class Content { mapped = 1, color = 2, gray = 3 };

struct Header {
    Content content{};
    bool isPacked = false;
    size_t idBytes = 0;
    size_t firstColor = 0, colors = 0;  ///< of the map
    unsigned colorBits = 0;             ///< of the map's
    uint32_t width = 0, height = 0;
    unsigned bits = 0;  ///< of a pixel
    bool fromRight = false, fromTop = false;
};

constexpr size_t kHeaderBytes = 18;

bool isOneOf(unsigned value, std::initializer_list<unsigned> values) {
    return std::ranges::find(values, value) != values.end();
}

std::optional<Header> readHeader(std::span<const uint8_t> bytes) {
    if (bytes.size() < kHeaderBytes) return std::nullopt;
    const auto word = [&](size_t at) { return static_cast<uint32_t>(bytes[at] | bytes[at + 1] << 8); };
    const unsigned kind = bytes[2] & 7u, descriptor = bytes[17];
    if (bytes[1] > 1 || !isOneOf(bytes[2], {1, 2, 3, 9, 10, 11})) return std::nullopt;
    Header header{.content = static_cast<Content>(kind),
                  .isPacked = bytes[2] > 8,
                  .idBytes = bytes[0],
                  .firstColor = word(3),
                  .colors = bytes[1] == 1 ? word(5) : 0,
                  .colorBits = bytes[7],
                  .width = word(12),
                  .height = word(14),
                  .bits = bytes[16],
                  .fromRight = (descriptor & 0x10) != 0,
                  .fromTop = (descriptor & 0x20) != 0};
    const bool isKnown = header.content == Content::mapped  ? isOneOf(header.bits, {8, 16}) && bytes[1] == 1
                         : header.content == Content::color ? isOneOf(header.bits, {15, 16, 24, 32})
                                                            : isOneOf(header.bits, {8, 16});
    const bool hasKnownMap = bytes[1] == 0 || isOneOf(header.colorBits, {15, 16, 24, 32});
    if (!isKnown || !hasKnownMap || header.width == 0 || header.height == 0) return std::nullopt;
    return header;
}

constexpr size_t bytesOf(unsigned bits) {
    return (bits + 7) / 8;
}

/// A color of 15, 16, 24 or 32 bits. The highest bit of 16 is no alpha: most writers leave it 0.
Rgba colorFrom(const uint8_t* bytes, unsigned bits) {
    if (bits >= 24) return {bytes[2], bytes[1], bytes[0], bits == 32 ? bytes[3] : uint8_t{255}};
    const unsigned word = bytes[0] | bytes[1] << 8;
    const auto channel = [&](unsigned shift) { return static_cast<uint8_t>((word >> shift & 31) * 255 / 31); };
    return {channel(10), channel(5), channel(0), 255};
}

class Decoder {
  public:
    Decoder(const Header& header, std::span<const uint8_t> bytes) : header_(header), bytes_(bytes) {
        take(kHeaderBytes + header.idBytes);
        const size_t size = bytesOf(header.colorBits);
        const std::span<const uint8_t> map = take(header.colors * (header.colors > 0 ? size : 0));
        for (size_t i = 0; i < header.colors; ++i)
            map_.push_back(colorFrom(&map[i * size], header.colorBits));
    }

    /// All pixels in the order of the file.
    void decode(std::vector<Rgba>& pixels, size_t count) {
        const size_t size = bytesOf(header_.bits);
        while (pixels.size() < count) {
            const size_t left = count - pixels.size();
            const uint8_t packet = header_.isPacked ? take(1)[0] : 0;
            const bool isRun = (packet & 0x80) != 0;
            const size_t length = header_.isPacked ? std::min<size_t>((packet & 0x7F) + 1, left) : left;
            const std::span<const uint8_t> values = take(size * (isRun ? 1 : length));
            for (size_t i = 0; i < length; ++i)
                pixels.push_back(pixelFrom(&values[isRun ? 0 : i * size]));
        }
    }

  private:
    std::span<const uint8_t> take(size_t count) {
        if (count > bytes_.size()) throw std::runtime_error("is cut short");
        const std::span<const uint8_t> taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }

    Rgba pixelFrom(const uint8_t* bytes) const {
        if (header_.content == Content::color) return colorFrom(bytes, header_.bits);
        const bool isWide = header_.bits == 16;
        if (header_.content == Content::gray) return {bytes[0], bytes[0], bytes[0], isWide ? bytes[1] : uint8_t{255}};
        const size_t index = static_cast<size_t>(bytes[0] | (isWide ? bytes[1] << 8 : 0)) - header_.firstColor;
        if (index >= map_.size()) throw std::runtime_error("has a pixel that is not in its color map");
        return map_[index];
    }

    const Header& header_;
    std::span<const uint8_t> bytes_;
    std::vector<Rgba> map_;
};

}  // namespace

std::optional<ImageData> readTga(std::span<const uint8_t> bytes) {
    const std::optional<Header> header = readHeader(bytes);
    if (!header) return std::nullopt;
    const auto [width, height] = std::pair(header->width, header->height);
    if (width > kMaxImageSide || height > kMaxImageSide || uint64_t{width} * height > kMaxImagePixels)
        throw std::runtime_error("is too large: " + std::to_string(width) + "x" + std::to_string(height) + " pixels");
    std::vector<Rgba> pixels;
    Decoder(*header, bytes).decode(pixels, size_t{width} * height);
    ImageData image{.width = width, .height = height};
    image.bytes.resize(image.byteCount());
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
            const size_t row = header->fromTop ? y : height - 1 - y, column = header->fromRight ? width - 1 - x : x;
            std::ranges::copy(pixels[row * width + column], &image.bytes[(size_t{y} * width + x) * 4]);
        }
    return image;
}

}  // namespace sinew
