#pragma once

#include "app/options/settings.h"
#include "app/stage/stage.h"

namespace sinew {

/// Creates an importer with the limits of `source`: in a sandbox, or in this process. The files that it reads are
/// protected (base/protected_files.h). To be called while this process
/// has only one thread.
Importer makeImporter(const ModelSource& source);

/// What is kept of a file besides what drawing needs.
struct Kept {
    bool cut = false;                              ///< for reports: ImportReport::cutMeshes
    bool forExport = false;                        ///< as ImportOptions::forExport
    bool quiet = false;                            ///< what --clip does is not told
    std::vector<MotionSource>* sources = nullptr;  ///< gets one per clip if there are any
};

/// Reads the model, or the bundled character, and adds the clips of the clip files.
/// @throws Error as `importer` does; Error(Exit::input) "CLIP_FILE: cause" if nothing in it fits the model.
ImportedModel readModel(const ModelSource& source, const Importer& importer, Kept kept = {});

/// Starts what is requested of a model that was read. `sources`: as Kept::sources, or none.
/// @throws Error as readGraph(), readScript(), findClip(), findBone() and findMaterial() do.
std::unique_ptr<Stage> makeStage(const LoadRequest& request, ImportedModel imported, std::vector<MotionSource> sources);

/// Reads a model and starts what is requested. Prints warnings on stderr.
/// @throws Error as readModel(), readGraph(), readScript(), findClip(), findBone() and findMaterial() do.
std::unique_ptr<Stage> makeStage(const LoadRequest& request, const Importer& importer);

}  // namespace sinew
