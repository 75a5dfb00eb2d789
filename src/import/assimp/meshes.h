#pragma once

#include <span>

#include <assimp/scene.h>

#include "import/assimp/dialect.h"

namespace sinew {

/// The meshes of a scene, one for one, with the dialect's morph targets where it has some. Their bones are those of
/// aiMesh::mBones. Takes the arrays out of the scene: it needs less memory, and freeing them takes time.
std::vector<SourceMesh> takeMeshes(aiScene& scene, const Dialect& dialect, Findings& findings);

/// Direct3D draws faces as they run, also where a node mirrors; Sinew turns those. Turns the faces of a mesh at such a
/// node where most of them run against their normals, so that they are drawn as in Direct3D.
void turnMirroredFaces(std::span<SourceMesh> meshes, std::span<const MeshInstance> instances,
                       const NodeHierarchy& hierarchy);

}  // namespace sinew
