#pragma once

#include "app/options.h"
#include "error.h"
#include "import/import_model.h"

namespace sinew {

/// Judges the models that the options name, alone, in folders or in a list, and prints the verdicts as they come: as
/// text, with a line that sums up several; with --json one line for each and always one that sums up; with --sarif one
/// document. A file that cannot be read, or a folder without models, is told and the next goes on.
/// @return Exit::input when there was such a one, else Exit::differs when one does not hold.
/// @throws Error as readBatch() does, and as readModel() does for what is not the file's fault.
Exit checkModels(const Options& options, const Importer& importer);

}  // namespace sinew
