#pragma once

#include "app/stage/stage.h"
#include "render/camera.h"

namespace sinew {

/// The part of the window's state that neither the stage nor the look knows.
struct WindowState {
    size_t modelIndex = 0;  ///< in the window's list of models
    size_t modelCount = 1;
    std::vector<std::filesystem::path> textureFolders;  ///< as ModelSource::textureFolders
    std::optional<std::string> selectedBone;
    bool panelVisible = false;
    bool keysVisible = false;
    Camera camera;
    std::string environment = "studio";  ///< as ViewSettings::environment
    std::string complaint;               ///< the error message in the window; empty: none
};

/// What --state-json writes when the window closes (docs/using.md): one JSON object and a newline.
std::string windowStateJson(Stage& stage, const Look& look, const WindowState& state);

}  // namespace sinew
