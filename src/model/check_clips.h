#pragma once

#include <vector>

#include "model/imported_model.h"

namespace sinew {

/// Judges the keys of each clip: "clips-none", "clip-empty", "clip-still" (nothing in it moves), "rotation-wide"
/// (neighbouring keys so far apart that the short way between them may not be the one that was meant),
/// "track-constant" and "keys-dense" (what could be left out).
std::vector<Finding> checkClips(const Model& model, const ImportReport& report);

}  // namespace sinew
