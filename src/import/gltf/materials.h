#pragma once

#include "import/gltf/match.h"
#include "import/build/textures.h"

namespace sinew::gltf {

/// The file's materials with their KHR_materials extensions, in the order of aiScene::mMaterials; the last is the
/// default (glTF 2.0, section 3.9). KHR_materials_pbrSpecularGlossiness is converted. Invalid values are limited to
/// what is valid, with one finding for each material; extensions that are not read are findings.
std::vector<Material> readMaterials(File& file, const SceneMatch& match, TextureLoader& textures, Findings& findings);

}  // namespace sinew::gltf
