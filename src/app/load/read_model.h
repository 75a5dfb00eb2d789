#pragma once

#include "app/options/settings.h"
#include "app/stage/stage.h"

namespace sinew {

/// Creates an importer with the limits of `source`: in a sandbox, or in this process. The files that it reads are
/// protected (media/protected_files.h). To be called while this process
/// has only one thread.
Importer makeImporter(const ModelSource& source);

/// Reads the model, or the bundled character, and adds the clips of the clip files. `keepCut`: for reports, fills
/// ImportReport::cutMeshes.
/// @throws Error as `importer` does; Error(Exit::input) "CLIP_FILE: cause" if nothing in it fits the model.
ImportedModel readModel(const ModelSource& source, const Importer& importer, bool keepCut = false);

/// Reads a model and starts what is requested. Prints warnings on stderr.
/// @throws Error as readModel(), readGraph(), readScript(), findClip(), findBone() and findMaterial() do.
std::unique_ptr<Stage> makeStage(const LoadRequest& request, const Importer& importer);

}  // namespace sinew
