#pragma once

#include <optional>

#include "import/files/input_file.h"

namespace sinew {

/// A DirectX file in text (.x) as assimp reads it: commas between numbers become semicolons, as assimp takes those
/// after integers for decimal points; more than two separators become two, or three between keys; and a material that a
/// mesh refers to by name is copied to where it does, as assimp takes another one. Nothing for other files.
std::optional<PatchedFile> withPlainXText(const InputFile& file);

}  // namespace sinew
