#pragma once

#include <cstdint>
#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// The verdict on a model: what was noticed while it was read, and what all checks of this folder (check_*.h) find.
/// The worst first; within a severity in the order: import, files, meshes, weights, bones, clips, loops, ground,
/// deformation, seams; equal ones once, and what is found of many said once (model/sum_findings.h). `maxBones` is what
/// a palette holds.
std::vector<Finding> check(const Model& model, const ImportReport& report, uint32_t maxBones);

}  // namespace sinew
