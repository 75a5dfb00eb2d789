#include "animation/clip/node_hierarchy.h"

#include <algorithm>

namespace sinew {

std::optional<uint32_t> findNode(const NodeHierarchy& hierarchy, std::string_view name) {
    const auto found = std::find(hierarchy.names.begin(), hierarchy.names.end(), name);
    if (found == hierarchy.names.end()) return std::nullopt;
    return static_cast<uint32_t>(found - hierarchy.names.begin());
}

}  // namespace sinew
