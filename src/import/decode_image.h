#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "import/input_file.h"
#include "model/image.h"

namespace sinew {

/// A PNG, JPEG, TGA, BMP, GIF, PSD, PNM or PIC file's bytes as pixels; nothing when they are none, broken, or past a
/// limit of model/limits.h.
std::optional<ImageData> decodeImage(std::span<const uint8_t> bytes);

/// The same for a file.
std::optional<ImageData> decodeImage(const InputFile& file);

}  // namespace sinew
