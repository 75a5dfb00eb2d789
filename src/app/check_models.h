#pragma once

#include "app/options.h"
#include "error.h"
#include "import/import_model.h"

namespace sinew {

/// Judges the model that the options name, and each that they also name, and prints the verdicts: of several with
/// --json one line for each and one that sums up, as they come. A file of several that cannot be read is told and the
/// next goes on.
/// @return Exit::input when one of several could not be read, else Exit::differs when one does not hold.
/// @throws Error as readModel() does.
Exit checkModels(const Options& options, const Importer& importer);

}  // namespace sinew
