#pragma once

#include <cstddef>

#include <assimp/mesh.h>

namespace sinew {

/// Number of faces with three vertices, all of which exist.
size_t triangleCount(const aiMesh& mesh);

/// Gives each triangle vertices of its own, three times triangleCount() in the order of the faces. All arrays, bone
/// weights and morph targets follow; vertices that no triangle uses are dropped, and indices of other faces become ~0.
void separateTriangles(aiMesh& mesh);

}  // namespace sinew
