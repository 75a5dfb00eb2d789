#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace sinew {

inline constexpr uint32_t kNoNode = ~0u;

/// For each node of one file, the node of a model that bears its name.
struct NodeMatches {
    std::vector<uint32_t> nodes;      ///< kNoNode where there is none, and for outer nodes (model/outer_nodes.h)
    std::vector<bool> withoutPrefix;  ///< only without prefixes are the names equal
};

/// Exact names first, then without prefixes. Of several nodes of one name, a bone is meant before another node, and a
/// node without a mesh before one with.
NodeMatches matchNodes(const NodeHierarchy& source, const Model& model);

/// A node's name without prefixes: what follows the last ':' or '|', and "mixamorig_" or "mixamorig9_" taken away.
/// Never empty, unless `name` is.
std::string_view withoutPrefix(std::string_view name);

}  // namespace sinew
