#include "app/machine/bindings.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

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
    if (value == StickValue::push) return static_cast<double>(glm::length(push));
    if (value == StickValue::angle) return static_cast<double>(glm::degrees(std::atan2(-push.x, push.y)));
    return static_cast<double>(value == StickValue::x ? push.x : push.y);
}

}  // namespace

bool isKeyName(std::string_view name) {
    constexpr std::array<std::string_view, 10> kNames{"Space", "Shift", "Ctrl", "Alt",  "Tab",
                                                      "Enter", "Up",    "Down", "Left", "Right"};
    if (name.size() == 1) return (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= '0' && name[0] <= '9');
    return std::ranges::find(kNames, name) != kNames.end() || std::ranges::find(kPadButtons, name) != kPadButtons.end();
}

bool isBound(std::span<const KeyBinding> bindings, std::string_view key) {
    return std::ranges::any_of(bindings, [&](const KeyBinding& binding) {
        return std::ranges::find(binding.keys, key) != binding.keys.end();
    });
}

KeyPlayer::KeyPlayer(std::span<const KeyBinding> bindings, StateMachine& machine)
    : bindings_(bindings), machine_(machine) {
    for (const GraphParameter& parameter : machine.graph().parameters)
        unheld_.push_back(parameter.initial);
}

void KeyPlayer::press(std::string_view key) {
    if (!held_.emplace(key).second) return;
    for (const KeyBinding& binding : bindings_) {
        const bool isTrigger = machine_.graph().parameters[binding.parameter].kind == ParameterKind::trigger;
        if (isTrigger && std::ranges::find(binding.keys, key) != binding.keys.end() && held(binding))
            machine_.fire(binding.parameter);
    }
    setParameters();
}

void KeyPlayer::release(std::string_view key) {
    const auto found = held_.find(key);
    if (found == held_.end()) return;
    held_.erase(found);
    setParameters();
}

void KeyPlayer::releaseAll() {
    held_.clear();
    setParameters();
}

void KeyPlayer::setUnheld(size_t parameter, double value) {
    unheld_[parameter] = value;
    machine_.set(parameter, value);
    setParameters();
}

bool KeyPlayer::held(const KeyBinding& binding) const {
    return std::ranges::all_of(binding.keys, [&](const std::string& key) { return held_.contains(key); });
}

void KeyPlayer::setParameters() {
    for (const KeyBinding& first : bindings_) {
        const GraphParameter& parameter = machine_.graph().parameters[first.parameter];
        if (parameter.kind == ParameterKind::trigger) continue;
        double& unheld = unheld_[first.parameter];
        double value = unheld;
        for (const KeyBinding& binding : bindings_) {
            if (binding.parameter != first.parameter || !held(binding)) continue;
            value = binding.value;
            if (binding.keep) unheld = value;
        }
        machine_.set(first.parameter, value);
    }
}

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

}  // namespace sinew
