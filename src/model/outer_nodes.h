#pragma once

#include <string_view>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

// A node of a file may take several of ours: NAME$shear above NAME where its matrix has shear, and the FBX pivots
// NAME_$AssimpFbx$_Translation, ..._PreRotation ... above NAME. They are NAME's outer nodes; the product of all of them
// is the file's node.

/// True when a node called `outer`, somewhere above one called `name`, is a part of it.
bool isOuterName(std::string_view outer, std::string_view name);

/// True for the name of any outer node.
bool isOuterName(std::string_view name);

/// How many outer nodes stand right above `node`.
uint32_t outerNodeCount(const NodeHierarchy& hierarchy, uint32_t node);

/// The topmost of them; `node` itself where there is none.
uint32_t outermost(const NodeHierarchy& hierarchy, uint32_t node);

/// The rest transform of the file's node: that of `node` and all of its outer nodes.
glm::mat4 wholeRest(const NodeHierarchy& hierarchy, uint32_t node);

/// A channel on NAME replaces the whole transform of the file's node. So while the clip plays, the outer nodes must do
/// nothing and NAME must have all three parts: adds the channels that say so. Outer nodes that the clip itself moves
/// are left alone.
void freeOuterNodes(const NodeHierarchy& hierarchy, AnimationClip& clip);

}  // namespace sinew
