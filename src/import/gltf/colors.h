#pragma once

#include "import/gltf/match.h"

namespace sinew::gltf {

/// Replaces the vertex colors that assimp misreads, those without alpha (glTF 2.0, section 3.7.2.1).
void correctColors(File& file, const SceneMatch& match, aiScene& scene);

}  // namespace sinew::gltf
