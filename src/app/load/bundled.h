#pragma once

#include <filesystem>

namespace sinew {

/// The character that plays when no model is named: beside an installed program in share/sinew, else in the source
/// folder that the program was built from.
/// @throws Error(Exit::environment) when neither has it.
std::filesystem::path bundledCharacter();

}  // namespace sinew
