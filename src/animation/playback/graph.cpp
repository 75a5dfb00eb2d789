#include "animation/playback/graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sinew {
namespace {

constexpr size_t kMaxSearchSteps = 100'000;

bool isInstant(const Graph& graph, const GraphTransition& transition) {
    const auto isTrigger = [&](const GraphCondition& condition) {
        return graph.parameters[condition.parameter].kind == ParameterKind::trigger;
    };
    return !(transition.durationSeconds > 0.0) && !(transition.exitTime.value_or(0.0) > 0.0) &&
           std::ranges::none_of(transition.conditions, isTrigger);
}

/// Searches for a cycle of cuts, and collects the conditions along the path.
class CycleSearch {
  public:
    explicit CycleSearch(const Graph& graph) : graph_(graph) {}

    bool finds(const GraphTransition& first, size_t start) {
        start_ = start;
        conditions_.clear();
        visited_.assign(graph_.states.size(), false);
        return follow(first);
    }

  private:
    bool follow(const GraphTransition& transition) {
        if (++steps_ > kMaxSearchSteps) return true;
        const size_t before = conditions_.size();
        conditions_.insert(conditions_.end(), transition.conditions.begin(), transition.conditions.end());
        const bool found = canBeMet() && (transition.to == start_ || leaves(transition.to));
        conditions_.resize(before);
        return found;
    }

    bool leaves(size_t state) {
        if (visited_[state]) return false;
        visited_[state] = true;
        const bool found = std::ranges::any_of(graph_.transitions, [&](const GraphTransition& next) {
            return next.leaves(state) && isInstant(graph_, next) && follow(next);
        });
        visited_[state] = false;
        return found;
    }

    /// Whether some parameters meet all conditions.
    bool canBeMet() const {
        return std::ranges::all_of(conditions_, [&](const GraphCondition& condition) {
            return std::ranges::any_of(valuesToTry(condition.parameter), [&](double value) {
                return std::ranges::all_of(conditions_, [&](const GraphCondition& other) {
                    return other.parameter != condition.parameter || isMet(other, value);
                });
            });
        });
    }

    /// One value in each interval between the values that a number is compared with, and these values.
    std::vector<double> valuesToTry(size_t parameter) const {
        if (graph_.parameters[parameter].kind == ParameterKind::flag) return {0.0, 1.0};
        std::vector<double> limits;
        for (const GraphCondition& condition : conditions_)
            if (condition.parameter == parameter) limits.push_back(condition.value);
        std::ranges::sort(limits);
        std::vector<double> values{limits.front() - 1.0, limits.back() + 1.0};
        values.insert(values.end(), limits.begin(), limits.end());
        for (size_t i = 1; i < limits.size(); ++i)
            values.push_back(limits[i - 1] + 0.5 * (limits[i] - limits[i - 1]));
        return values;
    }

    const Graph& graph_;
    size_t start_ = 0, steps_ = 0;
    std::vector<bool> visited_;
    std::vector<GraphCondition> conditions_;
};

}  // namespace

bool isMet(const GraphCondition& condition, double value) {
    switch (condition.comparison) {
        case Comparison::less:
            return value < condition.value;
        case Comparison::lessOrEqual:
            return value <= condition.value;
        case Comparison::equal:
            return value == condition.value;
        case Comparison::notEqual:
            return value != condition.value;
        case Comparison::greaterOrEqual:
            return value >= condition.value;
        case Comparison::greater:
            return value > condition.value;
    }
    return false;
}

std::vector<size_t> depthsOf(const Graph& graph) {
    std::vector<size_t> depths(graph.states.size(), kUnreachable), reached{graph.initialState};
    depths[graph.initialState] = 0;
    for (size_t next = 0; next < reached.size(); ++next) {
        const size_t from = reached[next];
        for (const GraphTransition& transition : graph.transitions) {
            if (transition.from.value_or(graph.initialState) != from || depths[transition.to] != kUnreachable) continue;
            depths[transition.to] = depths[from] + 1;
            reached.push_back(transition.to);
        }
    }
    return depths;
}

std::optional<size_t> instantCycle(const Graph& graph) {
    CycleSearch search(graph);
    for (size_t i = 0; i < graph.transitions.size(); ++i) {
        const GraphTransition& transition = graph.transitions[i];
        if (!isInstant(graph, transition)) continue;
        for (size_t state = 0; state < graph.states.size(); ++state)
            if (transition.leaves(state) && search.finds(transition, state)) return i;
    }
    return std::nullopt;
}

GraphParameters::GraphParameters(std::span<const GraphParameter> parameters) : parameters_(parameters) {
    for (const GraphParameter& parameter : parameters) {
        const bool isNumber = parameter.kind == ParameterKind::number;
        values_.push_back(isNumber                                   ? parameter.initial
                          : parameter.kind == ParameterKind::trigger ? 0.0
                                                                     : parameter.initial != 0.0);
        targets_.push_back(values_.back());
    }
}

void GraphParameters::set(size_t parameter, double value) {
    assert(parameter < values_.size() && parameters_[parameter].kind != ParameterKind::trigger);
    if (!std::isfinite(value)) return;
    const bool isNumber = parameters_[parameter].kind == ParameterKind::number;
    targets_[parameter] = isNumber ? value : value != 0.0;
    if (!isNumber || !(parameters_[parameter].smoothSeconds > 0.0)) values_[parameter] = targets_[parameter];
}

void GraphParameters::fire(size_t trigger) {
    assert(trigger < values_.size() && parameters_[trigger].kind == ParameterKind::trigger);
    values_[trigger] = 1.0;
    targets_[trigger] = parameters_[trigger].waitSeconds;
}

bool GraphParameters::allMet(std::span<const GraphCondition> conditions) const {
    return std::ranges::all_of(conditions, [&](const GraphCondition& condition) {
        const double value = values_[condition.parameter];
        return parameters_[condition.parameter].kind == ParameterKind::trigger ? value == 1.0 : isMet(condition, value);
    });
}

void GraphParameters::consumeTriggers(std::span<const GraphCondition> conditions) {
    for (const GraphCondition& condition : conditions)
        if (parameters_[condition.parameter].kind == ParameterKind::trigger) values_[condition.parameter] = 0.0;
}

void GraphParameters::advance(double seconds) {
    for (size_t i = 0; i < values_.size(); ++i) {
        const GraphParameter& parameter = parameters_[i];
        if (parameter.kind == ParameterKind::trigger) {
            targets_[i] -= seconds;
            if (!(targets_[i] > 0.0)) values_[i] = 0.0;
        } else if (values_[i] != targets_[i]) {
            values_[i] += (targets_[i] - values_[i]) * -std::expm1(-seconds / parameter.smoothSeconds);
        }
    }
}

}  // namespace sinew
