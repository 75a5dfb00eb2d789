#pragma once

#include <algorithm>
#include <set>

#include "import/collada/groups.h"

namespace sinew::collada {

/// What moves together: a group without what is not shown.
struct Movement {
    ChannelGroup group;
    std::set<size_t> nodes;                       ///< hash_value() of what it moves
    std::set<std::pair<size_t, size_t>> weights;  ///< morph and number
    double lastSeconds = 0.0;                     ///< of its keys
    bool isJoined = false;                        ///< of several animations, whose names say nothing

    bool isOfOneNode() const { return nodes.size() == 1 && weights.empty(); }

    void take(Movement& other) {
        group.take(other.group);
        nodes.merge(other.nodes), weights.merge(other.weights);
        lastSeconds = std::max(lastSeconds, other.lastSeconds);
        isJoined = true;
    }
};

/// Joins what is one clip in several animations:
/// - those that move one node each, which no other one moves, and last equally long;
/// - all that move nodes, if each moves one node or is joined, no two move the same, and all last about as long;
/// - those of different weights, also with what moves nodes if that is one clip and lasts about as long.
void joinMovements(std::vector<Movement>& movements);

}  // namespace sinew::collada
