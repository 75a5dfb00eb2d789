#pragma once

#include <array>
#include <cstdint>

namespace sinew::exporting {

using Texel = std::array<uint8_t, 4>;      ///< RGBA
using TexelBlock = std::array<Texel, 16>;  ///< 4 by 4, top row first

/// The bits of a block, lowest first.
struct BlockBits {
    const uint8_t* bytes;
    uint32_t at = 0;

    uint32_t take(uint32_t count) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < count; ++i, ++at)
            value |= static_cast<uint32_t>(bytes[at / 8] >> (at % 8) & 1) << i;
        return value;
    }
};

/// Decodes a BC7 block of 16 bytes (Khronos Data Format Specification 1.3, section 20). A reserved mode is transparent
/// black.
void decodeBc7(const uint8_t* bytes, TexelBlock& block);

}  // namespace sinew::exporting
