#include "app/stage/gamepad.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "app/stage/graph_run.h"

namespace sinew {
namespace {

// The dead zones, for sticks that do not center exactly or do not reach the rim.
constexpr float kRestLength = 0.2f, kFullLength = 0.95f;

/// Deflection of the stick from its center, of length 0 to 1.
glm::vec2 pushOf(glm::vec2 stick) {
    const float length = glm::length(stick);
    if (!(length > kRestLength)) return glm::vec2(0.0f);
    return stick / length * std::min((length - kRestLength) / (kFullLength - kRestLength), 1.0f);
}

double valueOf(StickValue value, glm::vec2 push) {
    switch (value) {
        case StickValue::push:
            return static_cast<double>(glm::length(push));
        case StickValue::angle:
            return static_cast<double>(glm::degrees(std::atan2(-push.x, push.y)));
        case StickValue::x:
            return static_cast<double>(push.x);
        case StickValue::y:
            break;
    }
    return static_cast<double>(push.y);
}

}  // namespace

PadInputs padInputs(std::span<const StickBinding> stick, const PadState& before, const PadState& now) {
    PadInputs inputs;
    for (size_t i = 0; i < kPadButtons.size(); ++i) {
        if (now.held[i] && !before.held[i]) inputs.pressed.push_back(kPadButtons[i]);
        if (!now.held[i] && before.held[i]) inputs.released.push_back(kPadButtons[i]);
    }
    const glm::vec2 push = pushOf(now.stick);
    if (push == pushOf(before.stick)) return inputs;
    const bool rests = push == glm::vec2(0.0f);
    for (const StickBinding& binding : stick)
        if (!rests || binding.value != StickValue::angle)
            inputs.numbers.emplace_back(binding.parameter, binding.scale * valueOf(binding.value, push));
    return inputs;
}

void PadPlayer::take(const PadState& now, GraphRun& graph) {
    const PadInputs inputs = padInputs(graph.file().stick, before_, now);
    before_ = now;
    for (const std::string_view button : inputs.released)
        graph.release(button);
    for (const auto& [parameter, value] : inputs.numbers)
        graph.set(parameter, value);
    for (const std::string_view button : inputs.pressed)
        graph.press(button);
}

}  // namespace sinew
