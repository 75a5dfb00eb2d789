#pragma once

#include "app/options.h"
#include "import/import_model.h"

namespace sinew {

/// The model that the options name, or the bundled character, with the clips of the clip files behind its own.
/// `keepCut`: for the report, which asks what the cut of influences did.
/// @throws Error as importModel() does; Error(Exit::input) "CLIP_FILE: cause" when nothing in it fits the model.
ImportedModel readModel(const Options& options, bool keepCut = false);

}  // namespace sinew
