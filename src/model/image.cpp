#include "model/image.h"

namespace sinew {

std::span<const uint8_t> pixelsOf(const ImageData& image, PixelBytes& buffer) {
    if (!image.stored) return image.rgba;
    buffer.resize(image.byteCount());
    image.stored->read(std::as_writable_bytes(std::span(buffer)));
    return buffer;
}

}  // namespace sinew
