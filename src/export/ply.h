#pragma once

#include <filesystem>
#include <span>

#include <glm/mat4x4.hpp>

#include "model/model.h"

namespace sinew {

/// Writes the skinned model as a binary little-endian PLY: for each vertex of each mesh instance `x y z nx ny nz`
/// (world, skinned), `bind_x bind_y bind_z` (the mesh's own position), `s t` (t = 0 at the bottom of the picture) and
/// `mesh` (index of the instance, depth first), then the triangles. Morphs before it skins; `morphWeights` has the size
/// of Model::restMorphWeights.
/// @throws Error(Exit::output) if the file cannot be written.
void writePly(const std::filesystem::path& path, const Model& model, std::span<const glm::mat4> worldFromNode,
              std::span<const float> morphWeights, bool dualQuaternions);

}  // namespace sinew
