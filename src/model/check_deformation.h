#pragma once

#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Judges how skin follows its bones over all clips: "triangles-stretch" (an edge grows to more than four times its
/// bind length) and "triangles-collapse" (an area shrinks to less than a tenth, as where a limb is wrung like a candy
/// wrapper), each with the worst place, clip and time. Only triangles that more than one bone moves are looked at, and
/// of a large model evenly spread ones at fewer times, so that it costs a bounded time. Morph targets stay at rest.
/// Where a clip scales bones, all follow its scale and nothing is said.
std::vector<Finding> checkDeformation(const Model& model);

}  // namespace sinew
