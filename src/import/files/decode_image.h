#pragma once

#include <optional>

#include "import/files/input_file.h"
#include "model/image.h"

namespace sinew {

/// Decodes a PNG, JPEG, TGA, BMP, GIF, PSD, PNM or PIC file; nothing when it is another format, invalid, or beyond a
/// limit of model/limits.h.
std::optional<ImageData> decodeImage(std::span<const uint8_t> bytes);

/// The same for a file.
std::optional<ImageData> decodeImage(const InputFile& file);

}  // namespace sinew
