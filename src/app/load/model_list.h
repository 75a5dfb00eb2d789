#pragma once

#include <span>
#include <string>
#include <vector>

namespace sinew {

/// The models that these paths mean, in order: a file is itself, whatever it is, and a folder the files in it whose
/// endings are those of models, by name, without those of folders in it. @throws Error(Exit::input) "FOLDER: cause" for
/// a folder that cannot be read or has none.
std::vector<std::string> modelsIn(std::span<const std::string> paths);

}  // namespace sinew
