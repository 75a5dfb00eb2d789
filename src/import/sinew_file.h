#pragma once

#include <optional>

#include "import/model_folder.h"
#include "model/imported_model.h"

namespace sinew {

/// The model of a file that `sinew --bake` wrote, whatever its name; nothing when its first bytes are another format's
/// and its ending is not .sinew. The report is the baked one, with this file's name and "Sinew" as the format.
/// `leavePixels`: they are read from it when they are drawn, which it stays open for, and damage of them shows then.
/// @throws Error(Exit::input) with the cause, without the path, when the file cannot be read or deserialize() refuses
/// it.
std::optional<ImportedModel> readSinewFile(const ModelFolder& folder, bool leavePixels);

}  // namespace sinew
