#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/image.h"

namespace sinew {

/// Decodes a PNG file with sides up to kMaxImageSide and up to kMaxImagePixels to RGBA8, row by row; nothing for other
/// files, larger or damaged ones. Values of 16 bits keep their upper byte. Checksums and color spaces are ignored.
/// stb needs three copies of the pixels, of 1.1 GB for 8000 by 8000 pixels of 16 bits.
std::optional<ImageData> readPngImage(std::span<const uint8_t> bytes);

}  // namespace sinew
