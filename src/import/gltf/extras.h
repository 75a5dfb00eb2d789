#pragma once

#include <span>

#include "import/gltf/match.h"
#include "model/model.h"

namespace sinew::gltf {

/// Copies what the file adds about itself, its scene, nodes, meshes, materials and animations ("extras"). `nodeOf`: for
/// each node of the file, the model's; `match` may be missing.
void readExtras(const File& file, std::span<const uint32_t> nodeOf, const std::optional<SceneMatch>& match,
                Model& model);

}  // namespace sinew::gltf
