#pragma once

#include "app/options.h"
#include "import/import_model.h"

namespace sinew {

/// Reads models in a process of its own, unless the options say otherwise. To be made while this process has one
/// thread.
Importer makeImporter(const Options& options);

/// The model that the options name, or the bundled character, with the clips of the clip files behind its own.
/// `keepCut`: for the report, which asks what the cut of influences did.
/// @throws Error as `importer` does; Error(Exit::input) "CLIP_FILE: cause" when nothing in it fits the model.
ImportedModel readModel(const Options& options, const Importer& importer, bool keepCut = false);

}  // namespace sinew
