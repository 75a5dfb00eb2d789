#pragma once

#include "import/collada_document.h"

namespace sinew {

/// Refuses files on which assimp is known to crash or not to end: nodes that are instanced within themselves, too deep
/// or too many, skins of themselves, counts below zero.
/// @throws std::runtime_error with the cause.
void checkColladaLimits(const ColladaDocument& document);

}  // namespace sinew
