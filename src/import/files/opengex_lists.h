#pragma once

#include <optional>

#include "import/files/input_file.h"
#include "model/finding.h"

namespace sinew {

/// Checks the lists of the meshes of an OpenGEX file (http://opengex.org, OpenGEX 2.0), because assimp reads beyond
/// lists of vertices that are shorter than the indices say, and uses those of the mesh before where one is missing.
/// Returns the file without the kinds of lists that are too short, with a finding for each; nothing for a sound file
/// and for other formats.
/// @throws Error(Exit::input) with the cause where positions are missing.
std::optional<PatchedFile> withSoundOpenGexLists(const InputFile& file, Findings& findings);

}  // namespace sinew
