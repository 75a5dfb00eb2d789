#include "viewer/panel/parameter_range.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr double kStep = 0.3;  // metres: a high one

/// Finds the least and the most of what it is told of one parameter.
class SpokenValues {
  public:
    SpokenValues(size_t parameter, double first) : parameter_(parameter), least_(first), most_(first) {}

    void add(std::optional<size_t> parameter, double value) {
        if (parameter != parameter_) return;
        least_ = std::min(least_, value);
        most_ = std::max(most_, value);
    }
    void add(const GraphMotion& motion) {
        for (const GraphClip& clip : motion.clips) {
            add(motion.x, static_cast<double>(clip.position.x));
            add(motion.y, static_cast<double>(clip.position.y));
        }
    }
    void add(const GraphLayer& layer) {
        add(layer.motion);
        for (const double end : {0.0, 1.0})
            add(layer.weight, end);
    }
    void add(const GraphAmount& amount, double end) { add(amount.parameter, end); }
    void add(const GraphFoot& foot) {
        for (const double end : {0.0, 1.0})
            add(foot.weight, end);
        for (const double end : {-kStep, kStep})
            add(foot.height, end);
    }
    void add(const GraphLook& look) {
        for (const double end : {0.0, 1.0})
            add(look.weight, end);
        for (const double end : {-1.0, 1.0}) {
            add(look.turnDegrees, end * look.limitDegrees);
            add(look.liftDegrees, end * std::min(look.limitDegrees, 90.0));
        }
    }
    void add(std::span<const GraphCondition> conditions) {
        for (const GraphCondition& condition : conditions)
            add(condition.parameter, condition.value);
    }
    ParameterRange range() const {
        const double margin = most_ > least_ ? 0.0 : 1.0;
        return {static_cast<float>(least_ - margin), static_cast<float>(most_ + margin)};
    }

  private:
    size_t parameter_;
    double least_, most_;
};

}  // namespace

ParameterRange rangeOf(const Graph& graph, std::span<const KeyBinding> keys, size_t parameter) {
    SpokenValues values(parameter, graph.parameters[parameter].initial);
    for (const GraphState& state : graph.states) {
        values.add(state.motion);
        for (const GraphLayer& layer : state.layers)
            values.add(layer);
    }
    for (const GraphOverlay& overlay : graph.overlays) {
        values.add(overlay.layer);
        values.add(overlay.start);
        values.add(overlay.stop);
    }
    for (const GraphTransition& transition : graph.transitions)
        values.add(transition.conditions);
    for (const KeyBinding& key : keys)
        values.add(key.parameter, key.value);
    for (const GraphFoot& foot : graph.feet)
        values.add(foot);
    for (const GraphLook& look : graph.looks)
        values.add(look);
    if (graph.heading)
        for (const double end : {-180.0, 180.0})
            values.add(graph.heading->parameter, end);
    return values.range();
}

}  // namespace sinew
