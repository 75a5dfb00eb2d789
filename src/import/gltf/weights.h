#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Weights of vertices that are negative or not finite ("weight-ignored").
void reportWeights(File& file, Findings& findings);

}  // namespace sinew::gltf
