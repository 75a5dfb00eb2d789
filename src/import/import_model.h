#pragma once

#include <filesystem>

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

/// Reads a model file: keeps all nodes and the root transform, drops points and lines, welds identical
/// vertices, keeps the largest influences, and converts times to seconds. A baked file is read as it was baked,
/// whatever the options say about influences.
/// @throws Error(Exit::input) "PATH: cause" when the file is missing, is not a model, or has neither a mesh nor an
/// skeleton.
ImportedModel importModel(const std::filesystem::path& path, const ImportOptions& options = {});

class ModelFolder;

/// Imports an open model, with the folders of its textures.
/// @throws Error(Exit::input) with the cause, without the path; std::bad_alloc.
ImportedModel importModel(const ModelFolder& folder, const ImportOptions& options = {});

using FolderImporter = std::function<ImportedModel(const ModelFolder& folder, const ImportOptions& options)>;

/// importModel() or an IsolatedImporter (import/sandbox/isolate.h).
using Importer = std::function<ImportedModel(const std::filesystem::path& path, const ImportOptions& options)>;

}  // namespace sinew
