#pragma once

#include "app/options.h"
#include "error.h"
#include "import/import_model.h"

namespace sinew {

/// Draws the models of a list, one after another on one device. What cannot be read, or has nothing of what was asked
/// for, is said on stderr and passed over; with --json there is a line on stdout for each model and one that sums up,
/// also when an error or a signal ends the run before its end. Returns Exit::input when there was such a one,
/// Exit::device after a validation message under --validate, else Exit::done.
/// @throws Error(Exit::input) when the list cannot be read, and as drawPictures() does.
Exit drawBatch(const Options& options, const Importer& importer);

}  // namespace sinew
