#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/image.h"

namespace sinew {

/// Decodes a Truevision TGA picture of any type and origin: true color, color map and gray, run-length encoded or not.
/// Nothing if it is none, which its header must tell, since the format has no signature.
/// Truevision TGA File Format Specification, version 2.0.
/// @throws std::runtime_error "is cut short" and others, and for pictures beyond kMaxImageSide and kMaxImagePixels.
std::optional<ImageData> readTga(std::span<const uint8_t> bytes);

}  // namespace sinew
