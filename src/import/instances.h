#pragma once

#include <span>
#include <vector>

#include <assimp/scene.h>

#include "import/import_model.h"
#include "import/meshes.h"
#include "import/nodes.h"

namespace sinew {

/// Where the file shows its meshes, and the nodes that move them there.
struct SceneInstances {
    std::vector<MeshInstance> instances;  ///< depth first; `mesh` is an index into aiScene::mMeshes
    std::vector<CutMesh> cutMeshes;       ///< of the meshes that have ImportedMesh::cut, which is copied
    std::vector<bool> isBone;             ///< by node: some mesh lists it among its bones, with weight or without
};

/// Finds the node of every bone by its name. A bone that names no node stands at the origin: it gets a root node of its
/// own, and a finding of severity error names it. `meshes` is parallel to aiScene::mMeshes.
/// @throws std::runtime_error with the cause when a limit is passed or an inverse bind matrix is not finite.
SceneInstances findInstances(const aiScene& scene, std::span<const ImportedMesh> meshes, SceneNodes& nodes,
                             std::vector<Finding>& findings);

}  // namespace sinew
