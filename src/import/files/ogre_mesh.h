#pragma once

#include <optional>

#include "import/files/input_file.h"
#include "model/finding.h"

namespace sinew {

/// A binary Ogre mesh of version 1.30 to 1.100 as one of version 1.8, the only one that assimp reads;
/// nothing for other files. Levels of detail are left out. Poses, which assimp does not read, are counted in a finding.
/// The versions differ as in OgreMain/src/OgreMeshSerializerImpl.cpp of Ogre 14: in levels of detail, the edge lists
/// of 1.30, the flags before 1.8 of poses and morphs that have normals, and packed vertices since 1.100.
/// @throws Error(Exit::input) with the cause for a damaged file.
std::optional<PatchedFile> asOgreMesh18(const InputFile& file, Findings& findings);

}  // namespace sinew
