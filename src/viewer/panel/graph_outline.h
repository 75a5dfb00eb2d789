#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "animation/playback/graph.h"
#include "app/machine/bindings.h"

namespace sinew {

/// The positions of a graph's states in its diagram.
struct GraphLayout {
    static constexpr size_t kMostInRow = 3;  ///< states

    std::vector<glm::vec2> places;  ///< of each state: x in (0, 1) of the width; y is the row
    size_t rows = 0;
};

/// Places the initial state at the top and every other state by the number of transitions that lead to it. Transitions
/// from any state count as transitions from the initial one.
GraphLayout layoutOf(const Graph& graph);

/// The range of a parameter's slider.
struct ParameterRange {
    float least = 0.0f, most = 1.0f;
};

/// The range of the values that the graph uses for a number: its initial value, clip positions in blends, values in
/// conditions and key bindings, 0 to 1 for weights, a full turn for a heading. A single value is extended by 1 on both
/// sides.
ParameterRange rangeOf(const Graph& graph, std::span<const KeyBinding> keys, size_t parameter);

}  // namespace sinew
