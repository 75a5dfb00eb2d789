#pragma once

#include <string>

#include "import/fbx/nodes.h"
#include "import/fbx/transforms.h"

namespace sinew::fbx {

/// Replaces assimp's nodes of the models that are rebuilt by one node, or by two where the scale has its own: children
/// that leave it out are below the first. `nodes` then has the new ones.
/// @return the names of the nodes that are gone.
std::vector<std::string> rebuildNodes(aiScene& scene, const Transforms& transforms, NodeSources& nodes);

/// The part of a transform that a rebuilt node has.
LocalTransform partOf(const LocalTransform& whole, NodePart part);

inline bool isRebuilt(NodePart part) {
    return part == NodePart::rebuilt || part == NodePart::unscaled || part == NodePart::scale;
}

}  // namespace sinew::fbx
