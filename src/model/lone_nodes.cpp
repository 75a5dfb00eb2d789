#include "model/lone_nodes.h"

#include <algorithm>

namespace sinew {

std::vector<bool> loneNodes(const NodeHierarchy& hierarchy) {
    const size_t count = hierarchy.size();
    std::vector<bool> lone(count, false), hasChild(count, false);
    const auto isRoot = [&](int32_t node) { return hierarchy.parents[static_cast<size_t>(node)] == kNoParent; };
    bool isDeep = false;
    for (const int32_t parent : hierarchy.parents) {
        if (parent == kNoParent) continue;
        hasChild[static_cast<size_t>(parent)] = true;
        isDeep = isDeep || !isRoot(parent);
    }
    for (size_t node = 0; node < count && isDeep; ++node)
        lone[node] = !hasChild[node] && (hierarchy.parents[node] == kNoParent || isRoot(hierarchy.parents[node]));
    return lone;
}

}  // namespace sinew
