#pragma once

#include <assimp/scene.h>

#include "import/gltf/match.h"

namespace sinew::gltf {

/// Replaces what assimp misreads of primitives: vertex colors without alpha, which it takes for colors with it; and
/// positions, normals, tangents, texture coordinates and morph targets of integers (KHR_mesh_quantization), whose bits
/// it takes for floats.
void correctAttributes(File& file, const SceneMatch& match, aiScene& scene);

}  // namespace sinew::gltf
