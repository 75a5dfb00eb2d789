#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "media/pixels.h"

namespace sinew {

/// The pixels as a PNG file's bytes, marked sRGB; without alpha when every pixel is opaque. Equal pixels give equal
/// bytes.
std::vector<uint8_t> encodePng(PixelView pixels);

/// The same into a file, whole or not at all.
/// @throws Error(Exit::output, "PATH: cause").
void writePng(const std::filesystem::path& path, PixelView pixels);

/// Any PNG of up to 16384 pixels a side, as 8-bit RGBA.
/// @throws Error(Exit::input, "PATH: cause").
Pixels readPng(const std::filesystem::path& path);

}  // namespace sinew
