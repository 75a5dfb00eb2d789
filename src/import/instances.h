#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <assimp/scene.h>

#include "import/fbx_bind.h"
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

/// The nodes of a skin's bones, one for each of aiMesh::mBones, where the file tells them better than by name; ~0u for
/// a bone that is nowhere. `slot` counts the meshes of the node.
using JointFinder = std::function<std::optional<std::vector<uint32_t>>(uint32_t node, unsigned slot)>;

/// Finds the node of every bone: as `joints` says, else by its name. A bone that names no node stands at the origin: it
/// gets a root node of its own, and a finding of severity error names it. `bindCorrection` may be empty. `meshes` is
/// parallel to aiScene::mMeshes.
/// @throws std::runtime_error with the cause when a limit is passed or an inverse bind matrix is not finite.
SceneInstances findInstances(const aiScene& scene, std::span<const ImportedMesh> meshes, SceneNodes& nodes,
                             const JointFinder& joints, const BindCorrection& bindCorrection,
                             std::vector<Finding>& findings);

}  // namespace sinew
