#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "media/pixels.h"

namespace sinew {

/// Encodes an sRGB PNG file, without alpha if every pixel is opaque. Equal pixels give equal bytes.
std::vector<uint8_t> encodePng(PixelView pixels);

/// Encodes into a file, completely or not at all.
/// @throws Error(Exit::output, "PATH: cause").
void writePng(const std::filesystem::path& path, PixelView pixels);

/// Reads any PNG of up to 16384 x 16384 pixels as 8-bit RGBA.
/// @throws Error(Exit::input, "PATH: cause").
Pixels readPng(const std::filesystem::path& path);

}  // namespace sinew
