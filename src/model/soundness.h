#pragma once

#include "model/imported_model.h"

namespace sinew {

/// What whoever plays, draws or reports a model takes for granted: every index within its table, arrays that belong
/// together of one length, parents before children, keys in order, vertices' weights that sum to kWeightOne, numbers
/// finite, rotations of unit length, texts valid UTF-8 on one line, nothing past model/limits.h, and a report that fits
/// its model.
/// @throws Error(Exit::input) that names the first thing that does not hold: "is damaged: clip 3: ...".
void requireSound(const ImportedModel& imported);

}  // namespace sinew
