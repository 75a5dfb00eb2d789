#pragma once

#include <span>
#include <vector>

#include "animation/node_hierarchy.h"

namespace sinew {

/// One transform (parentFromNode) for each node of a hierarchy.
using LocalPose = std::vector<Transform>;

/// The walk: worldFromNode[i] = worldFromNode[parents[i]] * matrix(pose[i]), in one loop since parents come first.
/// `pose` and `worldFromNode` have the hierarchy's size. Roots start from `worldFromRoot`, which is affine.
void walkHierarchy(const NodeHierarchy& hierarchy, std::span<const Transform> pose, const glm::mat4& worldFromRoot,
                   std::span<glm::mat4> worldFromNode);

}  // namespace sinew
