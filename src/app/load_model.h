#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/options.h"
#include "app/playing.h"
#include "app/stage.h"

namespace sinew {

/// A model that is ready to be shown.
struct LoadedModel {
    Options options;  ///< that name it and its clip files
    std::unique_ptr<Stage> stage;
    std::vector<std::string> models;  ///< that the window goes through from now on; empty: as before
    bool isOther = false;             ///< another model than that of the options before
};

/// The model of `options` anew, which plays on.
LoadedModel loadAgain(const Options& options, const Playing& playing, const Importer& importer);

/// Another file with the same options and clip files, which plays the clip of the same name, if it has one, from its
/// beginning.
LoadedModel loadOther(Options options, const std::string& model, Playing playing, const Importer& importer);

/// Files that were dropped on the window. Those with meshes take the place of the model, which is the first of them,
/// with no clip files and no state machine; those with nothing but clips are added to the model as clip files.
LoadedModel loadDropped(Options options, std::vector<std::string> files, const Playing& playing,
                        const Importer& importer);

// All throw Error as makeStage() does.

}  // namespace sinew
