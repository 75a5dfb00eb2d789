#pragma once

#include "import/collada/document.h"

namespace sinew::collada {

/// Rejects files on which assimp crashes or hangs: nodes that instance themselves, too deep or too many nodes,
/// skins of themselves.
/// @throws std::runtime_error with the cause.
void checkLimits(const Document& document);

struct Repairs {
    std::vector<Node> rewritten;       ///< children of the root that contain changed elements
    std::vector<Node> untrimmedLists;  ///< lists of numbers that begin with blanks; not changed here
};

/// Repairs in place what assimp 5.2 misreads in valid files, except for the leading blanks that it lists.
Repairs repairElements(const Document& document, Findings& findings);

}  // namespace sinew::collada
