#include "import/node_choice.h"

#include <algorithm>
#include <tuple>

namespace sinew {
namespace {

bool isAncestor(const SceneNodes& nodes, uint32_t ancestor, uint32_t node) {
    while (nodes.depths[node] > nodes.depths[ancestor])
        node = static_cast<uint32_t>(nodes.hierarchy.parents[node]);
    return node == ancestor;
}

}  // namespace

uint32_t treeDistance(const SceneNodes& nodes, uint32_t a, uint32_t b) {
    uint32_t steps = 0;
    while (a != b) {
        uint32_t& deeper = nodes.depths[a] >= nodes.depths[b] ? a : b;
        const int32_t parent = nodes.hierarchy.parents[deeper];
        if (parent == kNoParent) return steps + 1;
        deeper = static_cast<uint32_t>(parent);
        ++steps;
    }
    return steps;
}

uint32_t chooseNode(const SceneNodes& nodes, std::span<const uint32_t> candidates, std::span<const uint32_t> neighbours,
                    const std::vector<bool>& isBone) {
    if (candidates.size() == 1) return candidates.front();
    const auto rank = [&](uint32_t node) {
        const bool bone = node < isBone.size() && isBone[node];
        const bool showsMesh = nodes.sources[node] && nodes.sources[node]->mNumMeshes > 0;
        uint64_t distance = 0;
        for (const uint32_t neighbour : neighbours)
            distance += treeDistance(nodes, node, neighbour);
        const bool above = std::any_of(candidates.begin(), candidates.end(),
                                       [&](uint32_t other) { return other != node && isAncestor(nodes, node, other); });
        return std::tuple(!bone, showsMesh, distance, above, node);
    };
    return *std::min_element(candidates.begin(), candidates.end(),
                             [&](uint32_t a, uint32_t b) { return rank(a) < rank(b); });
}

}  // namespace sinew
