#pragma once

#include "app/options.h"
#include "error.h"
#include "import/import_model.h"

namespace sinew {

/// Whether there is a display to open a window on.
bool viewerAvailable();

/// Opens the window and plays until it is closed. Returns Exit::done, or Exit::device after a validation message under
/// --validate.
/// @throws Error for a model that cannot be used, or where no window or Vulkan device is to be had.
Exit runViewer(const Options& options, const Importer& importer);

}  // namespace sinew
