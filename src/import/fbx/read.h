#pragma once

#include <optional>

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;

/// Reads an FBX file, binary or text, of version 3.0 to 7.7. Nothing where the content is of another format.
/// @throws Error(Exit::input) with the cause.
std::optional<ImportedModel> readFbx(const ModelFolder& folder, const ImportOptions& options);

}  // namespace sinew
