#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// Replaces each folder by the models in it, sorted by name and recognized by their extensions; subfolders are ignored.
/// Files are kept, whatever they are. @throws Error(Exit::input) "FOLDER: cause" if a folder cannot be read or has no
/// models.
std::vector<std::string> modelsIn(std::span<const std::string> paths);

/// The paths in a list: its lines, without blank ones. "-" reads stdin.
/// @throws Error(Exit::input) "LIST: cause", also if there are none.
std::vector<std::string> readBatch(const std::string& list);

/// The model that plays by default: in share/sinew of an installed program, else in the source tree.
/// @throws Error(Exit::environment) if it is in neither.
std::filesystem::path bundledCharacter();

}  // namespace sinew
