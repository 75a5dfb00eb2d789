#pragma once

#include <cstdint>
#include <vector>

#include "animation/node_hierarchy.h"

namespace sinew {

/// How much of a layer each node takes: none of it at 0, all at 1.
struct NodeMask {
    std::vector<float> weights;  ///< one for each node of a hierarchy, in [0, 1]

    bool operator==(const NodeMask&) const = default;
};

/// `root` and its descendants; 0 elsewhere. With `featherLevels` of N the weight rises level by level: 1 / (N + 1) at
/// the root, 2 / (N + 1) at its children, and 1 from N levels below it on. A root past the hierarchy's end: no node.
NodeMask branchMask(const NodeHierarchy& hierarchy, uint32_t root, uint32_t featherLevels = 0);

/// Node by node the larger weight of the two, which speak of the same hierarchy.
void unite(NodeMask& mask, const NodeMask& other);

/// 1 - weight: what the mask leaves out.
void invert(NodeMask& mask);

}  // namespace sinew
