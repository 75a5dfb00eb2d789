#pragma once

#include <vector>

#include "model/outer_nodes.h"

namespace sinew {

/// What a clip does to one node of its file: to the node itself and to its outer nodes.
struct WholeChannel {
    uint32_t node = 0;                  ///< the inner one, which bears the file's name
    std::vector<const Channel*> parts;  ///< of the clip: the node's own and those of its outer nodes
    bool movesPivots = false;           ///< an outer node does more than nothing
};

/// The clip's channels by the file's nodes, in the order of the nodes. Points into `clip`.
std::vector<WholeChannel> wholeChannels(const NodeHierarchy& hierarchy, const AnimationClip& clip);

/// As one channel: the node's own where the outer ones do nothing; else the product of all, keyed wherever one of them
/// is.
Channel joined(const NodeHierarchy& hierarchy, const WholeChannel& whole);

/// True when both nodes have outer nodes of the same kinds in the same order.
bool samePivots(const NodeHierarchy& a, uint32_t nodeA, const NodeHierarchy& b, uint32_t nodeB);

}  // namespace sinew
