#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/image.h"

namespace sinew {

/// Reads a DDS file (with or without the DX10 header) or a KTX2 file without supercompression: blocks as they are, with
/// the file's mip levels, and 8-bit colors of a DDS as RGBA8. Nothing for other files.
/// @throws std::runtime_error with the cause, to follow the name of the file, when it is invalid, has a format that is
/// not read, is no single 2D image, or is beyond a limit of model/limits.h.
std::optional<ImageData> readBlockImage(std::span<const uint8_t> bytes);

}  // namespace sinew
