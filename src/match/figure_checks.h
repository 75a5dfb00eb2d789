#pragma once

#include "match/retarget.h"

namespace sinew {

// What retargeting cannot know of figures.

/// True if the model has a figure whose head is not above its hips in the reference pose: its up axis may be wrong.
bool figureLies(const Model& model);

/// Pairs of bones of limbs that should point somewhere, but where to is unknown in one of the figures.
std::vector<BonePair> undirectedBones(const Model& model, const Model& source, const BoneMap& map, CommonPose pose);

}  // namespace sinew
