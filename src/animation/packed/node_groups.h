#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

/// Up to four nodes that are processed together, one per lane.
using NodeQuad = std::vector<uint32_t>;

/// Groups all nodes by four, parents before their children and preferably in an earlier group, so that no lane waits
/// for its neighbor. `kinds`, one per node: as many groups as possible have nodes of a single kind.
std::vector<NodeQuad> groupNodes(std::span<const int32_t> parents, std::span<const uint32_t> kinds);

}  // namespace sinew
