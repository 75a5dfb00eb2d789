#pragma once

#include <filesystem>

#include "model/imported_model.h"

namespace sinew {

/// Writes a model as Sinew's own file (bake/stream.h). The bytes do not depend on where the model and its textures
/// were stored.
/// @throws Error(Exit::output) if the file cannot be written, Error(Exit::input) if the model holds unusable numbers,
/// such as infinities.
void bake(ImportedModel imported, const std::filesystem::path& path);

}  // namespace sinew
