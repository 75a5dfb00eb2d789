#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

namespace sinew {

class GraphRun;

/// The buttons of a gamepad that state machines can bind, as keys of these names.
inline constexpr std::array<std::string_view, 8> kPadButtons{"PadA",  "PadB",    "PadX",    "PadY",
                                                             "PadUp", "PadDown", "PadLeft", "PadRight"};

/// What the hands do with a gamepad; at rest, or where there is none: nothing.
struct PadState {
    glm::vec2 stick{0.0f};  ///< the left one: x to the right, y away from the hands, each in [-1, 1]
    std::array<bool, kPadButtons.size()> held{};
};

/// What of the left stick a parameter gets.
enum class StickValue {
    push,   ///< how far from its middle, 0 to 1
    angle,  ///< where to, in degrees to the left of straight on; kept when it is let go
    x,      ///< to the right, -1 to 1
    y       ///< straight on, -1 to 1
};

/// The number `parameter` is `scale` times the value as long as no key holds it.
struct StickBinding {
    StickValue value = StickValue::push;
    size_t parameter = 0;
    double scale = 1.0;
};

/// What a gamepad asks of a state machine.
struct PadInputs {
    std::vector<std::string_view> pressed, released;  ///< of kPadButtons
    std::vector<std::pair<size_t, double>> numbers;   ///< parameters, and what they are to be
};

/// What has changed from one state of the gamepad to the next: nothing where they are the same, so that keys and the
/// panel have their way while it rests. A stick that is hardly moved rests; one that is nearly at its end is there.
PadInputs padInputs(std::span<const StickBinding> stick, const PadState& before, const PadState& now);

/// Lets a gamepad play a state machine.
class PadPlayer {
  public:
    void take(const PadState& now, GraphRun& graph);

    /// Another state machine takes the place of the one before: what is held counts for it anew.
    void forget() { before_ = {}; }

  private:
    PadState before_;
};

}  // namespace sinew
