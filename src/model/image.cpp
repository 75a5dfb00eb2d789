#include "model/image.h"

namespace sinew {

std::span<const uint8_t> pixelsOf(const ImageData& image, PixelBytes& room) {
    if (!image.stored) return image.rgba;
    room.resize(image.byteCount());
    image.stored->read(std::as_writable_bytes(std::span(room)));
    return room;
}

}  // namespace sinew
