#pragma once

#include <filesystem>
#include <functional>

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

/// Reads any file that assimp reads. Formulas and policies are those of the design: all nodes kept, the file's root
/// transform kept, triangles only, identical vertices welded, the largest influences, times in seconds. Keeps at
/// least a mesh or a node that a clip or bone speaks of. What `sinew --bake` wrote is read as it was baked, whatever
/// the options say of influences.
/// @throws Error(Exit::input) "PATH: cause" when the file is missing, is not a model, or holds neither a mesh nor a
/// skeleton.
ImportedModel importModel(const std::filesystem::path& path, const ImportOptions& options = {});

class ModelFolder;

/// The same for a model that is open already.
/// @throws Error(Exit::input) with the cause, without the path; std::bad_alloc.
ImportedModel importModel(const ModelFolder& folder, const ImportOptions& options = {});

using FolderImporter = std::function<ImportedModel(const ModelFolder& folder, const ImportOptions& options)>;

/// Whatever reads models as importModel() does: that, or an IsolatedImporter (import/isolate.h).
using Importer = std::function<ImportedModel(const std::filesystem::path& path, const ImportOptions& options)>;

}  // namespace sinew
