#include "model/image.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sinew {
namespace {

struct Traits {
    const char* name;
    size_t blockBytes;  ///< of a texel where there are no blocks
};
constexpr std::array<Traits, 8> kTraits{
    {{"RGBA8", 4}, {"BC1", 8}, {"BC2", 16}, {"BC3", 16}, {"BC4", 8}, {"BC5", 16}, {"BC6H", 16}, {"BC7", 16}}};

const Traits& traitsOf(TexelFormat format) {
    return kTraits[static_cast<size_t>(format)];
}

}  // namespace

const char* nameOf(TexelFormat format) {
    return traitsOf(format).name;
}

size_t levelBytes(const ImageData& image, uint32_t level) {
    if (image.width == 0 || image.height == 0) return 0;
    const size_t width = std::max(image.width >> level, 1u), height = std::max(image.height >> level, 1u);
    const size_t blocks = image.isBlocks() ? (width + 3) / 4 * ((height + 3) / 4) : width * height;
    return blocks * traitsOf(image.format).blockBytes;
}

size_t ImageData::byteCount() const {
    size_t sum = 0;
    for (uint32_t level = 0; level < levelCount; ++level)
        sum += levelBytes(*this, level);
    return sum;
}

uint32_t mostLevels(uint32_t width, uint32_t height) {
    return static_cast<uint32_t>(std::bit_width(std::max(width, height)));
}

std::span<const uint8_t> bytesOf(const ImageData& image, PixelBytes& buffer) {
    if (!image.stored) return image.bytes;
    buffer.resize(image.byteCount());
    image.stored->read(std::as_writable_bytes(std::span(buffer)));
    return buffer;
}

}  // namespace sinew
