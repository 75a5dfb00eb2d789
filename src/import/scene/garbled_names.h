#pragma once

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Names of nodes, meshes, materials and clips with characters that a wrong encoding left ("name-garbled"): U+FFFD, or
/// UTF-8 that was taken for Latin-1 or Windows-1252 and encoded again.
void reportGarbledNames(const Model& model, Findings& findings);

}  // namespace sinew
