#pragma once

#include <filesystem>
#include <span>

#include "model/model.h"
#include "render/scene.h"

namespace sinew {

/// Writes the skinned model as a binary little-endian PLY: for each vertex of each mesh instance `x y z nx ny nz`
/// (world, skinned), `bind_x bind_y bind_z` (the mesh's own position), `s t` (t = 0 at the bottom of the picture) and
/// `mesh` (index of the instance, depth first), then the triangles. Morphed first, then skinned; `morphWeights` as many
/// as Model::restMorphWeights.
/// @throws Error(Exit::output) when the file cannot be written.
void exportPose(const Model& model, std::span<const glm::mat4> worldFromNode, std::span<const float> morphWeights,
                Skinning skinning, const std::filesystem::path& path);

}  // namespace sinew
