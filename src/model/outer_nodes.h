#pragma once

#include <string_view>
#include <vector>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"

namespace sinew {

// A node of the file can become two: below the outer node is the inner node NAME, and the file's transform is their
// product. NAME$shear is the outer one where the matrix has shear; NAME$unscaled where children leave out the scale of
// NAME: it has the translation and the rotation, and these children.

/// True if a node named `outer`, above a node named `name`, is one of its outer nodes.
bool isOuterName(std::string_view outer, std::string_view name);

/// True for the name of any outer node.
bool isOuterName(std::string_view name);

/// Returns the outer nodes of `node`, from its parent upward.
std::vector<uint32_t> outerNodes(const NodeHierarchy& hierarchy, uint32_t node);

/// Returns the topmost outer node; `node` itself if it has none.
uint32_t outermost(const NodeHierarchy& hierarchy, uint32_t node);

/// Returns the node that has the translation and the rotation of `node` for its children: NAME$unscaled if
/// there is one, else `node` itself.
uint32_t unscaledNode(const NodeHierarchy& hierarchy, uint32_t node);

/// For each node NAME$unscaled the node NAME, and for each other node itself.
std::vector<uint32_t> withoutUnscaled(const NodeHierarchy& hierarchy);

/// The parents as in the file: children of NAME$unscaled are children of NAME.
std::vector<int32_t> fileParents(const NodeHierarchy& hierarchy);

/// Makes each channel that moves an inner node, and none of its outer nodes, replace the file's whole transform: adds
/// identity channels to the outer nodes and fills the missing tracks of the inner one. Where there is a node
/// NAME$unscaled, that gets the translation and the rotation.
void freeOuterNodes(const NodeHierarchy& hierarchy, AnimationClip& clip);

}  // namespace sinew
