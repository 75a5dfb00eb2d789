#pragma once

namespace sinew {

class InputFile;

/// Checks the lists of an MD5 mesh (Doom 3), which refer to each other by number, because assimp reads beyond them.
/// No effect on files of other formats.
/// @throws Error(Exit::input) with the mesh and the number that is out of range.
void requireSoundMd5Mesh(const InputFile& file);

}  // namespace sinew
