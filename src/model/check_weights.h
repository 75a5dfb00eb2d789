#pragma once

#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// Judges how vertices hang on bones: "influences-cut", "weights-not-normalised", "vertices-unweighted", and vertices
/// or whole bones that are suspiciously far from each other in the rest pose: "weights-stray", "bone-far". How far the
/// cut moves a vertex is measured where the report keeps what was cut.
std::vector<Finding> checkWeights(const Model& model, const ImportReport& report);

}  // namespace sinew
