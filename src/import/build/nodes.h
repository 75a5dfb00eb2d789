#pragma once

#include <string>

#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// Appends a node. A local matrix with shear is not a Transform and becomes two nodes: `NAME$shear`, the outer factor,
/// and below it NAME, the inner factor, which has the file's world matrix and keeps the node's children, meshes, bones
/// and channels.
/// @return the index of NAME.
/// @throws Error(Exit::input) with the cause when a limit is exceeded (model/limits.h).
uint32_t appendNode(NodeHierarchy& hierarchy, std::string name, int32_t parent, const glm::mat4& parentFromNode);

/// Appends a node whose local matrix is `rest`.
uint32_t appendNode(NodeHierarchy& hierarchy, std::string name, int32_t parent, const Transform& rest);

}  // namespace sinew
