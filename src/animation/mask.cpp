#include "animation/mask.h"

#include <algorithm>
#include <cassert>

namespace sinew {

NodeMask branchMask(const NodeHierarchy& hierarchy, uint32_t root, uint32_t featherLevels) {
    NodeMask mask{std::vector<float>(hierarchy.size(), 0.0f)};
    std::vector<uint64_t> levels(hierarchy.size(), 0);  // 1 at the root; 0 outside the branch
    for (size_t node = root; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        if (node == root)
            levels[node] = 1;
        else if (parent != kNoParent && levels[parent] > 0)
            levels[node] = levels[parent] + 1;
        const double share = static_cast<double>(levels[node]) / (1.0 + featherLevels);
        mask.weights[node] = static_cast<float>(std::min(1.0, share));
    }
    return mask;
}

void unite(NodeMask& mask, const NodeMask& other) {
    assert(mask.weights.size() == other.weights.size());
    for (size_t node = 0; node < mask.weights.size(); ++node)
        mask.weights[node] = std::max(mask.weights[node], other.weights[node]);
}

void invert(NodeMask& mask) {
    for (float& weight : mask.weights)
        weight = 1.0f - weight;
}

}  // namespace sinew
