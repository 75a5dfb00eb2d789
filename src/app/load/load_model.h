#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/options/settings.h"
#include "app/stage/playing.h"
#include "app/stage/stage.h"

namespace sinew {

/// A model that is ready to be shown.
struct LoadedModel {
    LoadRequest request;
    std::unique_ptr<Stage> stage;
    std::vector<std::string> models;  ///< that the window goes through from now on; empty: as before
    bool isOther = false;             ///< another model than before
};

/// Reads the model again and continues its playback.
LoadedModel loadAgain(const LoadRequest& request, const Playing& playing, const Importer& importer);

/// Reads another model with the same clip files, which plays the clip of the same name, if it has one, from its
/// beginning.
LoadedModel loadOther(LoadRequest request, const std::string& model, Playing playing, const Importer& importer);

/// Files that were dropped on the window. Those with meshes take the place of the model, which is the first of them,
/// with no clip files and no state machine; those with nothing but clips are added to the model as clip files.
LoadedModel loadDropped(LoadRequest request, std::vector<std::string> files, const Playing& playing,
                        const Importer& importer);

// All throw Error as makeStage() does.

}  // namespace sinew
