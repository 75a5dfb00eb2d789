#pragma once

#include <assimp/scene.h>

#include "import/gltf/match.h"

namespace sinew::gltf {

/// Replaces vertex colors without alpha, which assimp takes for colors with it.
void correctColors(File& file, const SceneMatch& match, aiScene& scene);

}  // namespace sinew::gltf
