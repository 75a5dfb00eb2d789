#pragma once

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class ModelFolder;

/// "assimp 5.2.5"
std::string assimpVersion();

/// The path under which assimp reads the model: with the ending of what its content is.
/// @throws std::runtime_error for a .zae that is damaged.
std::string pathForImporter(const ModelFolder& folder);

/// Reads any file that assimp reads, with what its dialect knows better.
/// @throws Error(Exit::input) with our cause; other exceptions are assimp's, or about its result.
ImportedModel readByAssimp(const ModelFolder& folder, const ImportOptions& options);

}  // namespace sinew
