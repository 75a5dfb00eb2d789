#pragma once

#include <string>

#include <assimp/Importer.hpp>

#include "import/files/model_folder.h"

namespace sinew {

/// Leaves an importer only the formats that hold models: no terrains, levels, building plans or assimp's own dumps.
/// Fewer importers also leave less to attack.
void keepModelFormats(Assimp::Importer& importer);

/// Keeps assimp from reading text as OBJ, which it detects by a single letter: removes that importer unless the model's
/// ending is .obj or its first lines are OBJ statements.
void guardAgainstText(Assimp::Importer& importer, const ModelFolder& folder);

/// The endings of all formats that importModel() reads: ".3ds, .dae, ...".
std::string supportedEndings();

/// The path's ending in lower case: ".dae".
std::string endingOf(const std::filesystem::path& path);

}  // namespace sinew
