#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "import/nodes.h"

namespace sinew {

/// Steps along the hierarchy from one node to another; the roots count as neighbours.
uint32_t treeDistance(const SceneNodes& nodes, uint32_t a, uint32_t b);

/// Which of several nodes of one name is the joint that a bone or channel means, best first: one that `isBone` marks,
/// one that shows no mesh (a mesh node may bear its joint's name), the one nearest to `neighbours` (nodes that are
/// known to be of the same skeleton), the lowest (an armature may bear its joint's name), the first. `candidates` is
/// not empty; `isBone` may be.
uint32_t chooseNode(const SceneNodes& nodes, std::span<const uint32_t> candidates, std::span<const uint32_t> neighbours,
                    const std::vector<bool>& isBone);

}  // namespace sinew
