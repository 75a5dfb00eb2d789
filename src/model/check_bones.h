#pragma once

#include <cstdint>
#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Judges the skeletons that skinned meshes hang on: "bones-split" (a mesh has more bones that move something than the
/// `maxBones` of a palette), "bone-unused", "bone-name-duplicate", "bone-scale-zero", "bone-scale-negative",
/// "bone-scale-uneven" (of the rest pose, in bones and what they hang on), "bind-singular" and "bind-not-rest".
std::vector<Finding> checkBones(const Model& model, uint32_t maxBones);

}  // namespace sinew
