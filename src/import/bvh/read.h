#pragma once

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;

/// Reads a BVH file (Biovision hierarchy): a skeleton and one clip. Keywords and channels may be in any case, and names
/// may have blanks. The rows of the file count, where they are fewer than it says.
/// @throws Error(Exit::input) with the cause.
ImportedModel readBvh(const ModelFolder& folder, const ImportOptions& options);

}  // namespace sinew
