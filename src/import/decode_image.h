#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "model/image.h"

namespace sinew {

inline constexpr uint32_t kMaxImageSide = 16384;
inline constexpr uint64_t kMaxImagePixels = uint64_t{1} << 26;

/// A PNG, JPEG, TGA, BMP, GIF, PSD, PNM or PIC file's bytes as pixels; nothing when they are none, broken, or past a
/// limit.
std::optional<ImageData> decodeImage(std::span<const uint8_t> bytes);

/// The same for a file. `path` must be a regular file: anything else may block or never end.
std::optional<ImageData> decodeImage(const std::filesystem::path& path);

}  // namespace sinew
