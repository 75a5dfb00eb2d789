#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "model/material.h"
#include "shared.h"

namespace sinew {

/// Maps whose factor is usually 1, so that without the map all of the surface would be a metal or a lamp, and the bit
/// of SurfaceConstants::flags that turns the factor off.
inline constexpr std::array<std::pair<TextureSlot, uint32_t>, 2> kFlagWithoutMap{
    {{TextureSlot::metallicRoughness, SURFACE_NO_METAL}, {TextureSlot::emissive, SURFACE_NO_EMISSION}}};

}  // namespace sinew
