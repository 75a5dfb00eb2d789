#pragma once

#include <optional>

#include "import/import_options.h"
#include "model/imported_model.h"

namespace sinew {

class InputFile;
class ModelFolder;

/// Reads a file of glTF 2.0 (.gltf or .glb); nothing for one of glTF 1.0. What is wrong in the document is a finding.
/// @throws Error(Exit::input) with the cause.
std::optional<ImportedModel> readGltf(const ModelFolder& folder, const ImportOptions& options);

/// A finding that names the animations, skins and techniques of a glTF 1.0 file, which assimp does not read, if it has
/// any.
void reportLostOfGltf1(const InputFile& file, Findings& findings);

}  // namespace sinew
