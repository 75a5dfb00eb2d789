#pragma once

#include <filesystem>

#include "model/imported_model.h"

namespace sinew {

/// Writes a model as Sinew's own file (model/serialize.h). Nothing in it tells where the model or its pictures lay: the
/// same model in another folder gives the same bytes.
/// @throws Error(Exit::output) when the file cannot be written; Error(Exit::input) when the model holds numbers with
/// which nothing can be done, such as infinite ones.
void bake(ImportedModel imported, const std::filesystem::path& path);

}  // namespace sinew
