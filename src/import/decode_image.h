#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "model/image.h"

namespace sinew {

/// A PNG, JPEG, TGA, BMP, GIF, PSD, PNM or PIC file's bytes as pixels; nothing when they are none, broken, or past a
/// limit of model/limits.h.
std::optional<ImageData> decodeImage(std::span<const uint8_t> bytes);

/// The same for a file. `path` must be a regular file: anything else may block or never end.
std::optional<ImageData> decodeImage(const std::filesystem::path& path);

}  // namespace sinew
