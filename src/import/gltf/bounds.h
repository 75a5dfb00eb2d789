#pragma once

#include <set>

#include "import/gltf/file.h"
#include "model/finding.h"

namespace sinew::gltf {

// What accessors state about the least and the largest of their elements, where it is wrong ("bounds-wrong"), or of use
// to nobody.

/// Key times of one animation that end elsewhere, or of which nothing is stated ("bounds-missing"). The finding is
/// without the animation's name.
void reportLastTimes(File& file, const std::set<size_t>& inputs, Findings& findings);

/// Positions of meshes outside of the box that is stated. Compressed meshes have none any more.
void reportPositions(File& file, Findings& findings);

/// Vertices that nothing draws, far outside of all that something draws ("vertices-unused").
void reportFarUnused(File& file, Findings& findings);

}  // namespace sinew::gltf
