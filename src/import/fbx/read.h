#pragma once

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;

/// Reads an FBX file, binary or text, of version 3.0 to 7.7.
/// @throws Error(Exit::input) with the cause.
ImportedModel readFbx(const ModelFolder& folder, const ImportOptions& options);

}  // namespace sinew
