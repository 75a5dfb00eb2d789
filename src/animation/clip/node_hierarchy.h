#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "animation/clip/transform.h"

namespace sinew {

inline constexpr int32_t kNoParent = -1;

/// All nodes of a file as parallel arrays. Parents come before their children.
struct NodeHierarchy {
    std::vector<std::string> names;
    std::vector<int32_t> parents;  ///< kNoParent, or less than the node's own index
    std::vector<Transform> rest;   ///< parentFromNode without animation

    size_t size() const { return parents.size(); }

    bool operator==(const NodeHierarchy&) const = default;
};

/// The first node of that name. Linear: for loading and user input, not for a frame.
inline std::optional<uint32_t> findNode(const NodeHierarchy& hierarchy, std::string_view name) {
    const auto found = std::ranges::find(hierarchy.names, name);
    if (found == hierarchy.names.end()) return std::nullopt;
    return static_cast<uint32_t>(found - hierarchy.names.begin());
}

}  // namespace sinew
