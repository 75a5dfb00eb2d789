#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>

namespace sinew {

/// A turn given in the world as the same turn in the space of a node whose matrix is `worldFromNode`: what a rotation
/// of one of its children is multiplied with from the left. Mirrored nodes turn the other way. Exact where the node and
/// its parents are scaled alike along all axes; else along the axes as they lie.
glm::dquat turnSeenFrom(const glm::mat4& worldFromNode, const glm::dquat& worldTurn);

}  // namespace sinew
