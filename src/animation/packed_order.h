#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Up to four nodes that are worked on together.
using NodeFour = std::vector<uint32_t>;

/// All nodes in fours, parents before their children. `kinds`, one for each node: as many fours as possible have nodes
/// of one kind alone. Where there is a choice, parents stand in an earlier four than their children, so that a node
/// does not wait for its neighbour.
std::vector<NodeFour> nodesInFours(std::span<const int32_t> parents, std::span<const uint32_t> kinds);

}  // namespace sinew
