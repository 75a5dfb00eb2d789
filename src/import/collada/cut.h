#pragma once

#include <vector>

#include "import/collada/document.h"

namespace sinew::collada {

/// Shortens long animations for assimp, which takes longer to read animated matrices than the rest of many a file.
/// Where a file animates nothing but whole matrices, interpolated linearly, assimp reads only the first and the last
/// key of each, which gives the same clips and channels; ChannelGroups reads all keys.
/// Copies are made below `parent`, in the same document. Empty where the file has any other animation, where there is
/// doubt, and where nothing can be left out.
std::vector<Substitution> cutAnimations(const Document& document, Node parent);

}  // namespace sinew::collada
