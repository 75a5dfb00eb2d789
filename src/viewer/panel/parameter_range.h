#pragma once

#include <span>

#include "animation/graph.h"
#include "app/key_bindings.h"

namespace sinew {

/// From where to where a number is dragged.
struct ParameterRange {
    float least = 0.0f, most = 1.0f;
};

/// All values of a number that the graph speaks of: where its clips stand in blends, what transitions compare it with,
/// what keys make it, where it begins; 0 to 1 for a layer's weight, and a whole turn for a heading. A number that is
/// nowhere spoken of, or of one value alone, has 1 to both sides of that.
ParameterRange rangeOf(const Graph& graph, std::span<const KeyBinding> keys, size_t parameter);

}  // namespace sinew
