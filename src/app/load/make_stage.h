#pragma once

#include <memory>

#include "app/options/settings.h"
#include "app/stage/stage.h"
#include "import/import_model.h"

namespace sinew {

/// Reads a model and starts what is requested. Warnings go to stderr.
/// @throws Error as readModel(), readGraph(), readScript(), findClip() and findBone() do.
std::unique_ptr<Stage> makeStage(const LoadRequest& request, const Importer& importer);

}  // namespace sinew
