#pragma once

#include "app/options/settings.h"
#include "import/import_model.h"

namespace sinew {

/// Reads models as `source` says: in a sandbox, or in this process. Call it while this process has one thread.
Importer makeImporter(const ModelSource& source);

/// Reads the model, or the bundled character, and appends the clips of the clip files to its own. `keepCut`: fills
/// ImportReport::cutMeshes, for reports.
/// @throws Error as `importer` does; Error(Exit::input) "CLIP_FILE: cause" when nothing in it fits the model.
ImportedModel readModel(const ModelSource& source, const Importer& importer, bool keepCut = false);

}  // namespace sinew
