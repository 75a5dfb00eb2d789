#pragma once

#include <cstdint>
#include <span>

#include "import/files/input_file.h"
#include "model/image.h"

namespace sinew {

/// Decodes a PNG, JPEG, WebP, TGA, BMP, GIF, PSD, PNM or PIC file to RGBA8; DDS and KTX2 files as in block_image.h.
/// @throws std::runtime_error with the cause, to follow the name of the file, when it is another format, invalid, or
/// beyond a limit of model/limits.h.
ImageData decodeImage(std::span<const uint8_t> bytes);

/// The same for a file.
ImageData decodeImage(const InputFile& file);

}  // namespace sinew
