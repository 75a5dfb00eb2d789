#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
std::optional<uint32_t> findNode(const NodeHierarchy& hierarchy, std::string_view name);

}  // namespace sinew
