#pragma once

#include "model/imported_model.h"

namespace sinew {

/// Checks everything that the other rooms rely on: indices are in range, parallel arrays have equal lengths, parents
/// come before their children, keys are in order, the weights of a vertex sum to kWeightOne, numbers are finite,
/// rotations have unit length, texts are one line of valid UTF-8, nothing exceeds model/limits.h, and the report fits
/// the model.
/// @throws Error(Exit::input) for the first violation: "is damaged: clip 3: keys are not in order".
void requireSound(const ImportedModel& imported);

}  // namespace sinew
