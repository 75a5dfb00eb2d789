#include "animation/playback/graph.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>

namespace sinew {
namespace {

constexpr size_t kMaxSearchSteps = 1'000'000;  // transitions, their conditions, and parameters known

bool isInstant(const Graph& graph, const GraphTransition& transition) {
    const auto isTrigger = [&](const GraphCondition& condition) {
        return graph.parameters[condition.parameter].kind == ParameterKind::trigger;
    };
    return !(transition.durationSeconds > 0.0) && !(transition.exitTime.value_or(0.0) > 0.0) &&
           std::ranges::none_of(transition.conditions, isTrigger);
}

/// The values of a parameter that meet all conditions so far.
class Feasible {
  public:
    explicit Feasible(const GraphParameter& parameter) : isFlag_(parameter.kind == ParameterKind::flag) {}

    void require(const GraphCondition& condition) {
        const double value = condition.value;
        for (const int flag : {0, 1})
            flags_[flag] = flags_[flag] && isMet(condition, flag);
        switch (condition.comparison) {
            case Comparison::less:
                return below({value, false});
            case Comparison::lessOrEqual:
                return below({value, true});
            case Comparison::equal:
                above({value, true});
                return below({value, true});
            case Comparison::notEqual:
                others_.push_back(value);
                return;
            case Comparison::greaterOrEqual:
                return above({value, true});
            case Comparison::greater:
                return above({value, false});
        }
    }

    bool any() const {
        if (isFlag_) return flags_[0] || flags_[1];
        if (least_.value < most_.value) return true;  // of these, `others_` exclude only some
        return least_.value == most_.value && least_.isPart && most_.isPart &&
               std::ranges::find(others_, least_.value) == others_.end();
    }

  private:
    struct Limit {
        double value;
        bool isPart;
    };

    void below(Limit limit) {
        if (limit.value < most_.value || (limit.value == most_.value && !limit.isPart)) most_ = limit;
    }
    void above(Limit limit) {
        if (limit.value > least_.value || (limit.value == least_.value && !limit.isPart)) least_ = limit;
    }

    bool isFlag_;
    std::array<bool, 2> flags_{true, true};
    Limit least_{-std::numeric_limits<double>::infinity(), false}, most_{-least_.value, false};
    std::vector<double> others_;
};

/// Searches for a cycle of cuts, and collects the conditions along the path.
class CycleSearch {
  public:
    explicit CycleSearch(const Graph& graph)
        : graph_(graph), cutsTo_(graph.states.size()), waysTo_(graph.states.size()), visited_(graph.states.size()) {
        for (const GraphTransition& transition : graph.transitions)
            if (isInstant(graph, transition)) {
                cuts_.push_back(&transition);
                cutsTo_[transition.to].push_back(&transition);
            }
    }

    bool finds(const GraphTransition& first, size_t start) {
        start_ = start;
        if (waysTo_[start].empty()) waysTo_[start] = waysTo(start);
        return follow(first, {});
    }

  private:
    using Parameters = std::map<size_t, Feasible>;

    /// The states from which cuts lead to `start`. Of the others, whose paths may be very many, none is searched.
    std::vector<bool> waysTo(size_t start) const {
        std::vector<bool> leads(graph_.states.size(), false);
        std::vector<size_t> reached{start};
        const auto reach = [&](size_t state) {
            if (!leads[state]) reached.push_back(state);
            leads[state] = true;
        };
        leads[start] = true;
        for (size_t next = 0; next < reached.size(); ++next)
            for (const GraphTransition* cut : cutsTo_[reached[next]]) {
                if (reached.size() == leads.size()) return leads;
                if (cut->from) reach(*cut->from);
                for (size_t state = 0; !cut->from && state < leads.size(); ++state)
                    if (cut->leaves(state)) reach(state);
            }
        return leads;
    }

    bool follow(const GraphTransition& transition, Parameters parameters) {
        if (!waysTo_[start_][transition.to]) return false;
        steps_ += 1 + transition.conditions.size() + parameters.size();
        if (steps_ > kMaxSearchSteps) return true;
        for (const GraphCondition& condition : transition.conditions) {
            const GraphParameter& parameter = graph_.parameters[condition.parameter];
            Feasible& values = parameters.try_emplace(condition.parameter, parameter).first->second;
            values.require(condition);
            if (!values.any()) return false;
        }
        return transition.to == start_ || leaves(transition.to, parameters);
    }

    bool leaves(size_t state, const Parameters& parameters) {
        if (visited_[state]) return false;
        visited_[state] = true;
        const bool found = std::ranges::any_of(
            cuts_, [&](const GraphTransition* next) { return next->leaves(state) && follow(*next, parameters); });
        visited_[state] = false;
        return found;
    }

    const Graph& graph_;
    std::vector<const GraphTransition*> cuts_;
    std::vector<std::vector<const GraphTransition*>> cutsTo_;  ///< by state
    std::vector<std::vector<bool>> waysTo_;                    ///< by state; empty: not asked for yet
    size_t start_ = 0, steps_ = 0;
    std::vector<bool> visited_;
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
