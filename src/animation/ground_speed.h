#pragma once

#include <glm/vec2.hpp>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

/// How fast an in-place clip would carry its character over the ground (x, z of the world, Y up, units a second), told
/// from the nodes that touch the ground: a foot that stands moves backwards at just that speed. Zero when the feet do
/// not move, when the clip moves the character itself, or when the feet disagree. For loading, not for a frame: it
/// samples the whole clip.
glm::vec2 groundVelocity(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot);

}  // namespace sinew
