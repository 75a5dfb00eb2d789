#pragma once

#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Judges whether surfaces stay whole when they move: "seam-opens", where two triangles share an edge, do not share its
/// vertices, and weights that differ pull them apart in some clip. Up to 16 times of each clip are looked at. Morph
/// targets stay at rest.
std::vector<Finding> checkSeams(const Model& model);

}  // namespace sinew
