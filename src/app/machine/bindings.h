#pragma once

#include <set>

#include "animation/playback/state_machine.h"

namespace sinew {

/// While all `keys` are held, a number or a flag has the value `value`; a trigger fires when the last of them goes
/// down. If several bindings of one parameter are held, the last one applies. If none is, the parameter has the value
/// that a binding with `keep` left, or else its initial value.
struct KeyBinding {
    std::vector<std::string> keys;  ///< names (isKeyName)
    size_t parameter = 0;
    double value = 1.0;
    bool keep = false;  ///< the value stays when the keys are released
};

/// Whether state machines can bind the key: A to Z, 0 to 9, Space, Shift, Ctrl, Alt, Tab, Enter, Up, Down, Left, Right,
/// where the left and the right Shift are one key, and the kPadButtons of a gamepad.
bool isKeyName(std::string_view name);

bool isBound(std::span<const KeyBinding> bindings, std::string_view key);

/// Controls a state machine by keys. The bindings and the state machine must outlive it.
class KeyPlayer {
  public:
    KeyPlayer(std::span<const KeyBinding> bindings, StateMachine& machine);

    void press(std::string_view key);  ///< ignored if the key is held already
    void release(std::string_view key);

    /// Sets the value of a number or a flag that applies while none of its bindings is held.
    void setUnheld(size_t parameter, double value);

    /// Releases all keys, as when the window loses the focus.
    void releaseAll();

  private:
    bool held(const KeyBinding& binding) const;
    void setParameters();

    std::span<const KeyBinding> bindings_;
    StateMachine& machine_;
    std::vector<double> unheld_;  ///< value of each parameter while none of its bindings is held
    std::set<std::string, std::less<>> held_;
};

/// Names of the gamepad buttons that state machines can bind like keys.
inline constexpr std::array<std::string_view, 8> kPadButtons{"PadA",  "PadB",    "PadX",    "PadY",
                                                             "PadUp", "PadDown", "PadLeft", "PadRight"};

/// State of a gamepad. The default is a gamepad at rest, or none.
struct PadState {
    glm::vec2 stick{0.0f};  ///< the left stick: x to the right, y forward, each in [-1, 1]
    std::array<bool, kPadButtons.size()> held{};
};

/// The value of the left stick that controls a parameter.
enum class StickValue {
    push,   ///< distance from the center, 0 to 1
    angle,  ///< direction in degrees to the left of forward; kept when the stick is released
    x,      ///< to the right, -1 to 1
    y       ///< forward, -1 to 1
};

/// Sets the number `parameter` to `scale` times the value, unless a key holds it.
struct StickBinding {
    StickValue value = StickValue::push;
    size_t parameter = 0;
    double scale = 1.0;
};

/// The input of a gamepad for a state machine.
struct PadInputs {
    std::vector<std::string_view> pressed, released;  ///< of kPadButtons
    std::vector<std::pair<size_t, double>> numbers;   ///< parameters and their new values
};

/// Returns what changed between two states of the gamepad, so that a gamepad at rest does not override keys and the
/// panel. The stick has a dead zone at the center and at the rim.
PadInputs padInputs(std::span<const StickBinding> stick, const PadState& before, const PadState& now);

}  // namespace sinew
