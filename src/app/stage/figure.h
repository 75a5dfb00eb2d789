#pragma once

#include <cstdint>
#include <vector>

#include "model/bounds.h"

namespace sinew {

/// What pictures are framed by, among the mesh instances.
struct FramedInstances {
    std::vector<uint8_t> visible;  ///< 1: not wholly transparent; empty: all, or none
    std::vector<uint8_t> figure;   ///< 1: visible and no surroundings; empty: all that are visible
};

/// Surroundings are rigid parts that no clip moves and that are flat and at the bottom, as a ground plane is, or that
/// enclose what moves from afar, as a sky does. Where all of the rest is far larger than what is skinned, the figure is
/// what is skinned, and what hangs on its bones. A figure has at least a quarter of the triangles. `worldFromRoot`: Y
/// up.
FramedInstances framedInstances(const Model& model, const glm::mat4& worldFromRoot);

}  // namespace sinew
