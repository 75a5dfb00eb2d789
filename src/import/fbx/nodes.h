#pragma once

#include "animation/clip/node_hierarchy.h"
#include "import/fbx/transforms.h"

namespace sinew::fbx {

/// The nodes of a document's models below a root, in depth-first order. A model whose children may leave out its scale
/// has two: NAME$unscaled, and below it NAME with the scale alone.
struct Nodes {
    enum class Kind : uint8_t { whole, unscaled, scale };
    struct Origin {
        int64_t model = 0;  ///< 0: the root, or an outer node
        Kind kind = Kind::whole;
    };
    NodeHierarchy hierarchy;
    std::vector<Origin> origins;                   ///< by node
    std::unordered_map<int64_t, uint32_t> nodeOf;  ///< by model, the node with the whole transform
    size_t devices = 0;                            ///< nodes that were left out
};

/// Cameras, lights and their targets are left out where no model shows a mesh. Bones that are not in the scene are
/// below the root.
/// @throws Error(Exit::input) with the cause when a limit is exceeded (model/limits.h) or a transform is not finite.
Nodes readNodes(const Objects& objects, const Transforms& transforms);

/// Whether a geometry has polygons.
bool isMesh(const Objects& objects, int64_t geometry);

}  // namespace sinew::fbx
