#pragma once

#include <vector>

#include "check/bound_bones.h"
#include "model/finding.h"

namespace sinew {

// checkBinding() runs one of these on each skin.

/// Meshes in two groups, each of which rests as one piece: a bone between them rests elsewhere than it was bound.
void checkBranch(const BoundBones& bones, const Majority& most, std::vector<Finding>& findings);

/// Bones that move the mesh elsewhere than most others do.
void checkOthers(const BoundBones& bones, const Majority& most, std::vector<Finding>& findings);

/// In a skeleton that is posed at rest, bones still have the same size and place in their parents, and roots still rest
/// beside the bones beside which they were bound.
void checkOffsets(const BoundBones& bones, std::vector<Finding>& findings);

}  // namespace sinew
