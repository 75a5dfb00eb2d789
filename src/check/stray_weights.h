#pragma once

#include <vector>

#include "check/checked_model.h"
#include "model/finding.h"

namespace sinew {

/// Where the weights of a group reach at rest: "skin-apart" for a mesh that lies elsewhere than its bones; otherwise
/// "weights-stray", "bone-far" and "weights-smeared".
void checkStrayWeights(const CheckedModel& checked, const MeshGroup& group, std::vector<Finding>& findings);

}  // namespace sinew
