#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Mip levels of a picture whose alpha is cut off: all of them down to 1x1, the first included. Each keeps the share of
/// the first level's texels that pass (Castaño, "Computing Alpha Mipmaps", 2010), so that leaves and hair do not thin
/// out with the distance. Colors are averaged in linear light, weighted by alpha.
/// `rgba`: sRGB with straight alpha, `width` * `height` * 4 bytes. `cutoff`: the least alpha that passes, 0 to 1.
std::vector<std::vector<std::byte>> maskLevels(std::vector<std::byte> rgba, uint32_t width, uint32_t height,
                                               float cutoff);

}  // namespace sinew
