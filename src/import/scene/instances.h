#pragma once

#include "import/scene/dialect.h"
#include "import/scene/meshes.h"

namespace sinew {

/// Where the file shows its meshes.
struct SceneInstances {
    std::vector<MeshInstance> instances;  ///< depth first; `mesh` is an index into aiScene::mMeshes
    std::vector<CutMesh> cutMeshes;       ///< for each mesh with ImportedMesh::cut
    std::vector<bool> isBone;             ///< by node: true for every bone of a mesh, with or without weights
};

/// Finds the node of every bone, by Dialect::joints() or else by name. A bone without a node gets a root at the origin,
/// and a finding of severity error. `meshes` is parallel to aiScene::mMeshes.
/// @throws std::runtime_error with the cause when a limit is exceeded or an inverse bind matrix is not finite.
SceneInstances findInstances(const aiScene& scene, std::span<const ImportedMesh> meshes, SceneNodes& nodes,
                             const Dialect& dialect, Findings& findings);

}  // namespace sinew
