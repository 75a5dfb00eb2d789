#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace sinew
