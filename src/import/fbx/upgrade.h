#pragma once

#include "import/fbx/document.h"
#include "model/finding.h"

namespace sinew::fbx {

/// The versions that Sinew reads, for messages.
inline constexpr std::string_view kVersionsRead = "FBX 3 and 5 to 7";

/// A document of a version before 7 as one of version 7.4, as far as node tree, meshes, skins, blend shapes, materials,
/// textures and curves go. Objects get ids, meshes are split from their nodes, and takes become animation stacks.
/// @throws std::runtime_error when there is nothing to read, or a limit is exceeded.
Document upgrade(const Document& old, Findings& findings);

}  // namespace sinew::fbx
