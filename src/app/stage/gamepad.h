#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

namespace sinew {

class GraphRun;

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

/// Controls a state machine by a gamepad.
class PadPlayer {
  public:
    void take(const PadState& now, GraphRun& graph);

    /// To be called when another state machine plays: buttons that are held count as newly pressed.
    void forget() { before_ = {}; }

  private:
    PadState before_;
};

}  // namespace sinew
