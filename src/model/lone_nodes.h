#pragma once

#include <vector>

#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// The nodes that are no part of a skeleton without meshes, such as the targets of its cameras: those without children
/// that are roots or directly below one, if the hierarchy has nodes below nodes below roots.
std::vector<bool> loneNodes(const NodeHierarchy& hierarchy);

}  // namespace sinew
