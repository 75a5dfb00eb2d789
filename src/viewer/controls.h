#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "app/options/keys.h"
#include "app/stage/stage.h"
#include "viewer/notices.h"
#include "viewer/window.h"

namespace sinew {

class Device;

/// Handles the keys that a state machine binds, and those that change playback and display.
class Controls {
  public:
    /// All must outlive the controls.
    Controls(const Device& device, Look& look, Notices& notices) : device_(device), look_(look), notices_(notices) {}

    /// Returns the key that is left to the window itself; Key{}: none. `saysAll`: a notice also says what the panel
    /// shows, the clip, the frame and pause.
    Key take(const KeyStroke& stroke, Stage& stage, bool saysAll);

    /// The list of keys, with the state of switches.
    std::vector<KeyLine> list(Stage& stage) const;

    /// Another stage is shown: presses the held keys in its state machine.
    void setStage(Stage& stage);

  private:
    bool takeBound(const KeyStroke& stroke, const std::string& name, GraphRun& graph);

    const Device& device_;
    Look& look_;
    Notices& notices_;
    std::set<std::string> held_;  ///< keys that a state machine binds
};

/// Distinguishes clicks of the left button from drags.
class ClickDetector {
  public:
    /// `slack`: how far the pointer may move between press and release, in pixels.
    explicit ClickDetector(float slack) : slack_(slack) {}

    /// The position of the last click that these events complete.
    std::optional<glm::vec2> take(std::span<const PointerEvent> events);

  private:
    float slack_;
    unsigned buttons_ = 0;
    std::optional<glm::vec2> pressed_;  ///< where a possible click started
};

}  // namespace sinew
