#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "import/files/input_file.h"
#include "model/image.h"

namespace sinew {

/// Decodes a PNG, JPEG, WebP, TGA, BMP, GIF, PSD, PNM or PIC file to RGBA8; DDS and KTX2 files as in block_image.h.
/// @throws std::runtime_error with the cause, to follow the name of the file, when it is another format, invalid, or
/// beyond a limit of model/limits.h.
ImageData decodeImage(std::span<const uint8_t> bytes);

/// Decodes the content of a file.
ImageData decodeImage(const InputFile& file);

/// The bytes of a file for decodeImage(). @throws std::runtime_error with the cause if it cannot be read or is too
/// large.
std::vector<uint8_t> readImageFile(const InputFile& file);

/// True for PNG and JPEG files, which every reader of glTF knows.
bool isPlainPicture(std::span<const uint8_t> bytes);

}  // namespace sinew
