#include "viewer/panel/graph_layout.h"

#include <algorithm>
#include <limits>

namespace sinew {
namespace {

constexpr size_t kUnknown = std::numeric_limits<size_t>::max();

/// How many transitions lead to each state, at least.
std::vector<size_t> depthsOf(const Graph& graph) {
    std::vector<size_t> depths(graph.states.size(), kUnknown), reached{graph.initialState};
    depths[graph.initialState] = 0;
    for (size_t next = 0; next < reached.size(); ++next) {
        const size_t from = reached[next];
        for (const GraphTransition& transition : graph.transitions) {
            if (transition.from.value_or(graph.initialState) != from || depths[transition.to] != kUnknown) continue;
            depths[transition.to] = depths[from] + 1;
            reached.push_back(transition.to);
        }
    }
    return depths;
}

}  // namespace

GraphLayout layoutOf(const Graph& graph) {
    const std::vector<size_t> depths = depthsOf(graph);
    std::vector<size_t> order(depths.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {}, [&](size_t state) { return depths[state]; });

    GraphLayout layout{.places = std::vector<glm::vec2>(depths.size())};
    for (size_t first = 0; first < order.size(); ++layout.rows) {
        size_t end = first;
        while (end < order.size() && end - first < GraphLayout::kMostInRow &&
               depths[order[end]] == depths[order[first]])
            ++end;
        const auto count = static_cast<float>(end - first);
        for (size_t i = first; i < end; ++i)
            layout.places[order[i]] = {(static_cast<float>(i - first) + 0.5f) / count, static_cast<float>(layout.rows)};
        first = end;
    }
    return layout;
}

}  // namespace sinew
