#include "animation/graph_parameters.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sinew {

GraphParameters::GraphParameters(std::span<const GraphParameter> parameters) : parameters_(parameters) {
    for (const GraphParameter& parameter : parameters) {
        const bool isNumber = parameter.kind == ParameterKind::number;
        values_.push_back(isNumber                                   ? parameter.initial
                          : parameter.kind == ParameterKind::trigger ? 0.0
                                                                     : parameter.initial != 0.0);
        goals_.push_back(values_.back());
    }
}

void GraphParameters::set(size_t parameter, double value) {
    assert(parameter < values_.size() && parameters_[parameter].kind != ParameterKind::trigger);
    if (!std::isfinite(value)) return;
    const bool isNumber = parameters_[parameter].kind == ParameterKind::number;
    goals_[parameter] = isNumber ? value : value != 0.0;
    if (!isNumber || !(parameters_[parameter].smoothSeconds > 0.0)) values_[parameter] = goals_[parameter];
}

void GraphParameters::fire(size_t trigger) {
    assert(trigger < values_.size() && parameters_[trigger].kind == ParameterKind::trigger);
    values_[trigger] = 1.0;
    goals_[trigger] = parameters_[trigger].waitSeconds;
}

bool GraphParameters::allHold(std::span<const GraphCondition> conditions) const {
    return std::all_of(conditions.begin(), conditions.end(), [&](const GraphCondition& condition) {
        const double value = values_[condition.parameter];
        return parameters_[condition.parameter].kind == ParameterKind::trigger ? value == 1.0 : holds(condition, value);
    });
}

void GraphParameters::take(std::span<const GraphCondition> conditions) {
    for (const GraphCondition& condition : conditions)
        if (parameters_[condition.parameter].kind == ParameterKind::trigger) values_[condition.parameter] = 0.0;
}

void GraphParameters::advance(double seconds) {
    for (size_t i = 0; i < values_.size(); ++i) {
        const GraphParameter& parameter = parameters_[i];
        if (parameter.kind == ParameterKind::trigger) {
            goals_[i] -= seconds;
            if (!(goals_[i] > 0.0)) values_[i] = 0.0;
        } else if (values_[i] != goals_[i]) {
            values_[i] += (goals_[i] - values_[i]) * -std::expm1(-seconds / parameter.smoothSeconds);
        }
    }
}

}  // namespace sinew
