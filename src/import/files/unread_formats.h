#pragma once

#include <string>

namespace sinew {

class ModelFolder;

/// What to do with a file of a well-known format that is not read, or with a Git LFS pointer, by its content and then
/// by its ending: "Blender's files are not read; ...". Empty for other files.
std::string adviceForUnread(const ModelFolder& folder);

/// What would help, for an importer's message.
std::string adviceForFailure(const ModelFolder& folder, const std::string& cause);

}  // namespace sinew
