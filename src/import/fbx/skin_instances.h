#pragma once

#include "import/fbx/document.h"

namespace sinew::fbx {

/// A skin that several nodes show deforms the mesh where it was bound, and each node then places it. Gives each such
/// node a copy of the mesh, its skin and its joints, below the node.
/// @return whether the document was changed.
bool separateSkinInstances(Document& document);

}  // namespace sinew::fbx
