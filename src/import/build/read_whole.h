#pragma once

#include <functional>

#include "import/import_options.h"
#include "import/source.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;
class TextureLoader;

/// Fills what a file says, and the report of its clips. @throws Error(Exit::input) with the cause.
using FillSource = std::function<void(Source& source, TextureLoader& textures, ImportReport& report)>;

/// The model of a file of a format that Sinew reads without a library. Missing normals are creased.
/// @throws Error(Exit::input) with the cause.
ImportedModel readWhole(const ModelFolder& folder, const ImportOptions& options, const char* format,
                        const FillSource& fill);

}  // namespace sinew
