#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Rejects files on which assimp crashes or hangs: nodes that instance themselves, too deep or too many nodes or
/// animations, skins of themselves.
/// @throws std::runtime_error with the cause.
void checkLimits(const Document& document);

struct Repairs {
    std::vector<Node> rewritten;       ///< children of the root that contain changed elements
    std::vector<Node> untrimmedLists;  ///< lists of numbers that begin with blanks; not changed here
};

/// Repairs in place what assimp 5.2 misreads in valid files, except for the leading blanks that it lists.
Repairs repairElements(const Document& document, Findings& findings);

/// Shortens long animations for assimp, which often spends most of its time reading animated matrices.
/// Where a file animates nothing but whole matrices, interpolated linearly, assimp reads only the first and the last
/// key of each, which gives the same clips and channels; ChannelGroups reads all keys.
/// Copies are made below `parent`, in the same document. Empty where the file has any other animation, where there is
/// doubt, and where nothing can be omitted.
std::vector<Substitution> cutAnimations(const Document& document, Node parent);

}  // namespace sinew::collada
