#pragma once

#include "animation/clip/node_hierarchy.h"
#include "import/gltf/file.h"

namespace sinew::gltf {

/// The nodes of a model, and which of the file's they are.
struct Nodes {
    NodeHierarchy hierarchy;
    std::vector<uint32_t> nodeOf;   ///< for each node of the file the first that shows it; kNowhere where none does
    std::vector<size_t> fileNodes;  ///< for each node of the hierarchy; kNone where the file has none
    size_t shownCount = 0;          ///< nodes of the scene; those behind them are outside of it

    static constexpr uint32_t kNowhere = ~0u;  ///< Source::kNowhere
};

/// The nodes of the scene in depth-first order, below a root of their own unless there is only one, and then the branches
/// outside of it that have joints of its skins. A file whose nodes show no mesh is a skeleton, to which cameras and lights
/// do not belong: `devices` is the number of nodes that were left out. No node is its own descendant.
/// @throws Error(Exit::input) with the cause when a limit is exceeded or a transform is not finite.
Nodes readNodes(const File& file, size_t& devices);

}  // namespace sinew::gltf
