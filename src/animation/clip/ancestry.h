#pragma once

#include <cstdint>
#include <span>

#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// Whether a node is `top`, or below it. The parents may be in any order.
inline bool isAtOrBelow(std::span<const int32_t> parents, uint32_t node, uint32_t top) {
    while (node != top) {
        if (parents[node] == kNoParent) return false;
        node = static_cast<uint32_t>(parents[node]);
    }
    return true;
}

inline bool isBelow(std::span<const int32_t> parents, uint32_t node, uint32_t top) {
    return node != top && isAtOrBelow(parents, node, top);
}

}  // namespace sinew
