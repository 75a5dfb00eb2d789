#pragma once

#include <span>

#include "import/gltf/match.h"
#include "model/model.h"

namespace sinew::gltf {

/// Copies what the file says of itself into Model::fileExtras, as an object with those of these members that it has:
/// "asset", of which "copyright" and "extras", and "extras".
void readAsset(const File& file, Model& model);

/// Copies what the file adds about its scene, nodes, meshes, materials and animations ("extras"). `nodeOf`: for each node
/// of the file, the model's; `match` may be missing.
void readExtras(const File& file, std::span<const uint32_t> nodeOf, const std::optional<SceneMatch>& match,
                Model& model);

}  // namespace sinew::gltf
