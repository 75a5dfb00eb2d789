#pragma once

#include <vector>

#include "import/collada_document.h"

namespace sinew {

struct ColladaRepairs {
    std::vector<pugi::xml_node> rewritten;      ///< children of the root in which elements were changed
    std::vector<pugi::xml_node> leadingBlanks;  ///< lists of numbers that begin with blanks, and were left so
};

/// Mends what assimp 5.2 reads wrong in valid files, in place, but for the blanks that it lists.
/// @throws std::runtime_error with the cause where weights name joints or vertices that do not exist: assimp would
/// write outside its memory.
ColladaRepairs repairCollada(const ColladaDocument& document, std::vector<Finding>& findings);

}  // namespace sinew
