#pragma once

#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// Judges what lies around the model: "texture-path-absolute", "texture-embedded", "texture-size" (not a power of two)
/// and "unit-unknown" (the file names neither its unit nor its up axis). Missing pictures are the import's own finding.
std::vector<Finding> checkFiles(const Model& model, const ImportReport& report);

}  // namespace sinew
