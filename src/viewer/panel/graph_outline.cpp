#include "viewer/panel/graph_outline.h"

#include <algorithm>

namespace sinew {

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

ParameterRange rangeOf(const Graph& graph, std::span<const KeyBinding> keys, size_t parameter) {
    constexpr double kStepHeight = 0.3;  // meters, of a tall stair
    double least = graph.parameters[parameter].initial, most = least;
    const auto add = [&](std::optional<size_t> used, double low, double high) {
        if (used != parameter) return;
        least = std::min(least, low);
        most = std::max(most, high);
    };
    const auto addValue = [&](std::optional<size_t> used, double value) { add(used, value, value); };
    const auto addMotion = [&](const GraphMotion& motion) {
        for (const GraphClip& clip : motion.clips) {
            addValue(motion.x, static_cast<double>(clip.position.x));
            addValue(motion.y, static_cast<double>(clip.position.y));
        }
    };
    const auto addLayer = [&](const GraphLayer& layer) {
        addMotion(layer.motion);
        add(layer.weight, 0.0, 1.0);
    };
    const auto addConditions = [&](std::span<const GraphCondition> conditions) {
        for (const GraphCondition& condition : conditions)
            addValue(condition.parameter, condition.value);
    };
    for (const GraphState& state : graph.states) {
        addMotion(state.motion);
        std::ranges::for_each(state.layers, addLayer);
    }
    for (const GraphOverlay& overlay : graph.overlays) {
        addLayer(overlay.layer);
        addConditions(overlay.start);
        addConditions(overlay.stop);
    }
    for (const GraphTransition& transition : graph.transitions)
        addConditions(transition.conditions);
    for (const KeyBinding& key : keys)
        addValue(key.parameter, key.value);
    for (const GraphFoot& foot : graph.feet) {
        add(foot.weight.parameter, 0.0, 1.0);
        add(foot.height.parameter, -kStepHeight, kStepHeight);
    }
    for (const GraphLook& look : graph.looks) {
        const double lift = std::min(look.limitDegrees, 90.0);
        add(look.weight.parameter, 0.0, 1.0);
        add(look.turnDegrees.parameter, -look.limitDegrees, look.limitDegrees);
        add(look.liftDegrees.parameter, -lift, lift);
    }
    if (graph.heading) add(graph.heading->parameter, -180.0, 180.0);
    const double margin = most > least ? 0.0 : 1.0;
    return {static_cast<float>(least - margin), static_cast<float>(most + margin)};
}

}  // namespace sinew
