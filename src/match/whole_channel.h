#pragma once

#include <vector>

#include "model/outer_nodes.h"

namespace sinew {

/// All channels of one node of the file: those of the inner node and of its outer nodes.
struct WholeChannel {
    uint32_t node = 0;                  ///< the inner node, which has the name in the file
    std::vector<const Channel*> parts;  ///< channels of the clip
    bool movesPivots = false;           ///< a channel of an outer node is not the identity
};

/// Groups the channels of a clip by the nodes of the file, in the order of the nodes. Points into `clip`.
std::vector<WholeChannel> wholeChannels(const NodeHierarchy& hierarchy, const AnimationClip& clip);

/// Joins the channels into one: the inner node's own if the outer ones are the identity, else the product of all, with
/// a key wherever one of them has one.
Channel joined(const NodeHierarchy& hierarchy, const WholeChannel& whole);

/// True if both nodes have the same kinds of outer nodes in the same order.
bool samePivots(const NodeHierarchy& a, uint32_t nodeA, const NodeHierarchy& b, uint32_t nodeB);

}  // namespace sinew
