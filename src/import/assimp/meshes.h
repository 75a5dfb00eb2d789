#pragma once

#include <assimp/scene.h>

#include "import/assimp/dialect.h"

namespace sinew {

/// The meshes of a scene, one for one, with the dialect's morph targets where it has some. Their bones are those of
/// aiMesh::mBones. Takes the arrays out of the scene: it needs less memory, and freeing them takes time.
std::vector<SourceMesh> takeMeshes(aiScene& scene, const Dialect& dialect, Findings& findings);

}  // namespace sinew
