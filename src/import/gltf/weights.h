#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Weights of vertices that are negative or not finite ("weight-ignored"), and vertices with two weights of one joint
/// ("weights-twice").
void reportWeights(File& file, Findings& findings);

}  // namespace sinew::gltf
