#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Makes the file safe for assimp, which reads from the <source>s of meshes, skins and animations what the file says,
/// whether it is there or not. A mesh, skin or channel that reads beyond its sources is taken out of the document and
/// named in a finding; counts beyond the data are corrected.
/// Indices are read only if `thorough`, or not all that an accessor counts is there: otherwise assimp checks them, and
/// refuses the file.
/// Returns the children of the root that were changed.
/// @throws ShortcutFailed if not `thorough` and a mesh may have to be taken out.
std::vector<Node> makePlain(const Document& document, bool thorough, Findings& findings);

}  // namespace sinew::collada
