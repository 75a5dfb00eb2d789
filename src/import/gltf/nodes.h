#pragma once

#include "animation/clip/node_hierarchy.h"
#include "import/gltf/document/scene.h"
#include "model/finding.h"

namespace sinew::gltf {

/// The nodes of a model, and which of the file's they are.
struct Nodes {
    NodeHierarchy hierarchy;
    std::vector<uint32_t> nodeOf;   ///< for each node of the file the first that shows it; kNowhere where none does
    std::vector<size_t> fileNodes;  ///< for each node of the hierarchy; kNone where the file has none
    std::vector<size_t> shown;      ///< the same: the node of the file whose mesh it shows; kNone where it shows none

    static constexpr uint32_t kNowhere = ~0u;  ///< Source::kNowhere
};

/// The nodes of the scene in depth-first order, below a root of their own unless there is only one, and then the
/// branches outside of it that have joints of its skins. EXT_mesh_gpu_instancing gives a node a child with the mesh for
/// each instance. A file whose nodes show no mesh is a skeleton, to which cameras and lights do not belong
/// ("devices-left-out").
/// A figure of VRM 0.x, which faces -Z, is turned to +Z by the root.
/// @throws Error(Exit::input) with the cause when a limit is exceeded, a transform is not finite or a node is its own
/// descendant.
Nodes readNodes(File& file, const Scene& scene, Findings& findings);

}  // namespace sinew::gltf
