#pragma once

#include <glm/vec3.hpp>

namespace sinew {

/// A photo studio with dark walls: a soft box overhead, a warm one where the key light is, upright strips at both
/// sides, one across behind, a weak light in front, and a floor that returns a little. Its mean is a little below 1.
glm::vec3 studioRadiance(const glm::vec3& direction);

}  // namespace sinew
