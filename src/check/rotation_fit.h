#pragma once

#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// The rotation that brings the points `from` nearest to the points `to`, one each, both from their middles: the
/// largest eigenvector of Horn's matrix ("Closed-form solution of absolute orientation using unit quaternions", 1987),
/// by power iteration.
glm::quat rotationTo(const std::vector<glm::vec3>& to, const std::vector<glm::vec3>& from);

}  // namespace sinew
