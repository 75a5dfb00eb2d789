#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Makes the file safe for assimp, which reads from the <source>s of meshes and skins what the file says, whether it is
/// there or not. A mesh or skin that reads beyond its sources is taken out of the document and named in a finding;
/// counts beyond the data are corrected.
/// Returns the children of the root that were changed.
std::vector<Node> makePlain(const Document& document, Findings& findings);

}  // namespace sinew::collada
