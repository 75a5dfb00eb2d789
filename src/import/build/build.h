#pragma once

#include "import/build/textures.h"
#include "import/import_options.h"
#include "import/source.h"

namespace sinew {

/// Makes the model of what a file says: makes meshes sound, welds equal vertices, keeps the largest influences, and
/// binds each instance to the bones that its mesh uses. `textures` are those of the materials. Repairs are findings of
/// `result.report`.
/// @throws Error(Exit::input) with the cause when a limit is exceeded.
void build(Source source, TextureLoader& textures, const ImportOptions& options, ImportedModel& result);

}  // namespace sinew
