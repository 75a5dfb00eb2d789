#pragma once

#include <optional>

#include "app/stage.h"
#include "viewer/graph_keys.h"
#include "viewer/notices.h"
#include "viewer/window.h"

namespace sinew {

class Device;

/// What a key asks for that is beyond what plays and how it looks.
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

/// What keys do.
class Controls {
  public:
    /// All must outlive it. `crossfadeSeconds`: how long clips that a key switches to fade in.
    Controls(const double& crossfadeSeconds, const Device& device, Look& look, Notices& notices)
        : crossfadeSeconds_(crossfadeSeconds), device_(device), look_(look), notices_(notices) {}

    /// Does what the key asks for with the model on stage; what is left for the window to do.
    std::optional<WindowCommand> take(const KeyStroke& stroke, Stage& stage);

    /// To be told that `stage` takes the place of the one before.
    void enter(Stage& stage);

  private:
    std::optional<WindowCommand> press(KeyCode key, Stage& stage);
    bool pressPlaying(KeyCode key, Stage& stage);
    bool pressRange(KeyCode key, Stage& stage);
    bool pressLook(KeyCode key);
    bool graphDecides(Stage& stage);
    void stepBack(Stage& stage);
    void switchTo(size_t clip, Stage& stage);
    void switchBy(int step, Stage& stage);
    void setSpeed(double speed, Stage& stage);
    void toggleRepeat(Stage& stage);
    void reverse(Stage& stage);
    void setRange(const LoopRange& range, Stage& stage);
    void forgetRange(Stage& stage);
    void toggleTransition(Stage& stage);
    void changeRootMotion(Stage& stage);
    void toggleEdges(bool& look);
    void toggleSkinning();

    const double& crossfadeSeconds_;
    const Device& device_;
    Look& look_;
    Notices& notices_;
    GraphKeys graphKeys_;
};

}  // namespace sinew
