#pragma once

#include <assimp/scene.h>

#include "model/finding.h"

namespace sinew::gltf {

/// Gives meshes without normals flat ones (glTF 2.0, section 3.7.2.1), and their morph targets too. Each triangle gets
/// vertices of its own; bone weights, texture coordinates and colors follow. Vertices that no triangle uses are
/// dropped. A finding for each mesh. Meshes whose vertices would then exceed kMaxVertices are left as they are.
void makeFlatNormals(aiScene& scene, Findings& findings);

}  // namespace sinew::gltf
