#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec2.hpp>

#include "animation/graph.h"

namespace sinew {

/// Where the states of a graph stand in its diagram.
struct GraphLayout {
    /// A row has up to this many states.
    static constexpr size_t kMostInRow = 3;

    std::vector<glm::vec2> places;  ///< of each state: x in (0, 1) of the width, y its row
    size_t rows = 0;
};

/// The initial state is at the top, and below it what its transitions lead to, and so on; what any state may become
/// counts as led to by the initial one.
GraphLayout layoutOf(const Graph& graph);

}  // namespace sinew
