#pragma once

#include <assimp/scene.h>

#include "import/gltf/file.h"

namespace sinew::gltf {

/// What assimp's materials and meshes are in the file.
struct SceneMatch {
    std::vector<size_t> materials;                  ///< for each of aiScene::mMaterials but the default, the last
    std::vector<const nlohmann::json*> primitives;  ///< for each of aiScene::mMeshes
    bool usesDefault = false;                       ///< whether a mesh has the default material
};

/// assimp reads materials and meshes when it first needs them, and numbers them in that order: children before their
/// parent's mesh, then the joints of skins. Nothing where numbers or names of assimp's say otherwise. The result is
/// valid as long as `file`.
std::optional<SceneMatch> matchScene(const File& file, const aiScene& scene);

}  // namespace sinew::gltf
