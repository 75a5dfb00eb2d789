#pragma once

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

/// Vertices with two weights of one joint ("weights-twice").
void reportWeights(File& file, Findings& findings);

}  // namespace sinew::gltf
