#pragma once

#include "import/files/model_folder.h"
#include "model/imported_model.h"

namespace sinew {

/// Reads a file that `sinew --bake` wrote, whatever its name; nothing when neither its content nor its ending is that
/// of a .sinew file. The report is the baked one, with this file's name and "Sinew" as the format. `leavePixels`: the
/// file stays open and pixels are read when they are drawn; damage to them is found then.
/// @throws Error(Exit::input) with the cause, without the path, when the file cannot be read or deserialize() fails.
std::optional<ImportedModel> readSinewFile(const ModelFolder& folder, bool leavePixels);

}  // namespace sinew
