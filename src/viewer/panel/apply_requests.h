#pragma once

#include "app/stage.h"
#include "viewer/panel/panel_state.h"

namespace sinew {

/// What of a window the panel may change beside the stage.
struct PanelSettings {
    Look& look;
    double& crossfadeSeconds;
};

/// Does what was asked for, but for what only the window can do (the check, the camera). While paused a clip is cut to:
/// there is no time to fade in.
void applyRequests(const PanelRequests& asked, Stage& stage, const PanelSettings& settings);

}  // namespace sinew
