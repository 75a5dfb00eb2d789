#pragma once

#include <vector>

#include "import/collada_document.h"

namespace sinew {

/// Mends what assimp 5.2 reads wrong in valid files, in place. True when anything was changed.
/// @throws std::runtime_error with the cause where weights name joints or vertices that do not exist: assimp would
/// write outside its memory.
bool repairCollada(const ColladaDocument& document, std::vector<Finding>& findings);

}  // namespace sinew
