#pragma once

#include <map>

#include "figure/roles.h"
#include "model/model.h"

namespace sinew {

/// The bones that the file itself names (Model::humanoid); none: it names too few of them.
std::map<BoneRole, uint32_t> humanoidBones(const Model& model);

}  // namespace sinew
