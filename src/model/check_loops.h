#pragma once

#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Judges what a looping player would show where a clip ends and begins again: "loop-seam" (the last pose is near the
/// first and not the same; a warning where the jump is a step that is missing, or the clip's name is that of a loop),
/// "loop-speed" (the poses meet, the speeds do not), or "clip-not-looping" (it ends elsewhere, and is probably not
/// meant to loop). A bone is measured at its origin and at three points around it, 5 % of the model's size away, so
/// that turning counts. What a clip travels over the ground is taken out first.
std::vector<Finding> checkLoops(const Model& model);

}  // namespace sinew
