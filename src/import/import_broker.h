#pragma once

#include "import/import_limits.h"
#include "import/import_model.h"

namespace sinew {

/// The life of the process that forks one for each model: takes requests from `socket` (import/import_messages.h) and
/// ends with whoever stands at its other end. `parent`: whose fork it is.
[[noreturn]] void runImportBroker(int socket, int parent, const ImportLimits& limits, const FolderImporter& import);

}  // namespace sinew
