#pragma once

#include <vector>

#include "model/model.h"

namespace sinew {

/// Marks the bones of skinned meshes, and with `ancestors` all nodes above them.
std::vector<bool> boneNodes(const Model& model, bool ancestors = false);

}  // namespace sinew
