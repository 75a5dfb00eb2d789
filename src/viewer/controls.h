#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>

#include "app/stage/stage.h"
#include "viewer/notices.h"
#include "viewer/window.h"

namespace sinew {

class Device;

/// Keys that the window itself handles.
enum class WindowCommand {
    resetCamera,
    reload,
    nextModel,
    previousModel,
    togglePanel,
    togglePanelKeyboard,
    fullScreen,
    screenshot,
    quit
};

/// Handles keys: those that a state machine binds, those that change playback and display, and window commands.
class Controls {
  public:
    /// All must outlive the controls.
    Controls(const Device& device, Look& look, Notices& notices) : device_(device), look_(look), notices_(notices) {}

    /// Handles the key, or returns the command that the window has to carry out.
    std::optional<WindowCommand> take(const KeyStroke& stroke, Stage& stage);

    /// Another stage is shown: updates the list of keys, and presses the held keys in its state machine.
    void setStage(Stage& stage);

  private:
    bool takeBound(const KeyStroke& stroke, GraphRun& graph);

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
