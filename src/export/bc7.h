#pragma once

#include <array>
#include <cstdint>

namespace sinew::exporting {

using Texel = std::array<uint8_t, 4>;      ///< RGBA
using TexelBlock = std::array<Texel, 16>;  ///< 4 by 4, top row first

/// Decodes a BC7 block of 16 bytes (Khronos Data Format Specification 1.3, section 20). A reserved mode is transparent
/// black.
void decodeBc7(const uint8_t* bytes, TexelBlock& block);

}  // namespace sinew::exporting
