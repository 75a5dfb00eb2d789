#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/image.h"

namespace sinew::exporting {

/// The first mip level of an image in blocks as RGBA8, top row first (Khronos Data Format Specification 1.3, sections
/// 18 to 20). BC4 is gray. BC5 has z in blue if `isNormalMap`, otherwise 0. Nothing for BC6H, whose values do not fit.
std::optional<std::vector<uint8_t>> decodeBlocks(const ImageData& image, std::span<const uint8_t> bytes,
                                                 bool isNormalMap);

}  // namespace sinew::exporting
