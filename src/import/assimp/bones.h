#pragma once

#include "import/assimp/dialect.h"

namespace sinew {

/// Where the file shows its meshes, depth first, with a bone for each of aiMesh::mBones: by Dialect::joints() or else
/// by name. A bone that has weights but no node gets a root at the origin, and a finding of severity error. `meshes`
/// are those of takeMeshes().
/// @throws Error(Exit::input) with the cause when a limit is exceeded.
std::vector<MeshInstance> findInstances(const aiScene& scene, std::span<const SourceMesh> meshes, SceneNodes& nodes,
                                        const Dialect& dialect, Findings& findings);

}  // namespace sinew
