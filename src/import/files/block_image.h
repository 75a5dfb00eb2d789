#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "model/image.h"

namespace sinew {

/// A picture may be sound, but is of a kind that is not read.
class UnsupportedImage : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Reads a DDS file (with or without the DX10 header) or a KTX2 file without supercompression: blocks as they are, with
/// the file's mip levels, and 8-bit colors of a DDS as RGBA8. Nothing for other files.
/// @throws std::runtime_error with the cause, to follow the name of the file, when it is invalid, is no single 2D
/// image, or is beyond a limit of model/limits.h; UnsupportedImage when it has a format that is not read.
std::optional<ImageData> readBlockImage(std::span<const uint8_t> bytes);

}  // namespace sinew
