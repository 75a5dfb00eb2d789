#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "animation/state_machine.h"

namespace sinew {

/// While all of `keys` are held, a number or a flag is `value`; a trigger is fired as the last of them goes down. Where
/// several bindings of one parameter hold, the last of them counts; where none does, the parameter is as the last one
/// that keeps its value has left it, or else as in the beginning.
struct KeyBinding {
    std::vector<std::string> keys;  ///< by their names (isKeyName)
    size_t parameter = 0;
    double value = 1.0;
    bool keep = false;  ///< the value stays when the keys are let go
};

/// A to Z, 0 to 9, Space, Shift, Ctrl, Alt, Tab, Enter, Up, Down, Left and Right; either of two Shift keys is Shift.
/// And kPadButtons of a gamepad.
bool isKeyName(std::string_view name);

bool isBound(std::span<const KeyBinding> bindings, std::string_view key);

/// Lets keys play a state machine. The bindings and the machine are the caller's and must outlive it.
class KeyPlayer {
  public:
    KeyPlayer(std::span<const KeyBinding> bindings, StateMachine& machine);

    void press(std::string_view key);  ///< a key that is held already does nothing
    void release(std::string_view key);

    /// What a number or a flag is while no binding of it holds, and now if none does.
    void setUnheld(size_t parameter, double value);

    /// All of them, as when the window loses the keyboard.
    void releaseAll();

  private:
    bool held(const KeyBinding& binding) const;
    void setParameters();

    std::span<const KeyBinding> bindings_;
    StateMachine& machine_;
    std::vector<double> unheld_;  ///< of each parameter, while no binding of it holds
    std::set<std::string, std::less<>> held_;
};

}  // namespace sinew
