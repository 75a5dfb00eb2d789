#pragma once

#include <algorithm>

#include <glm/geometric.hpp>

#include "model/skinned_mesh.h"

namespace sinew {

/// Whether the triangle of three vertices of a mesh has no area: its height over its longest edge is at most 1e-6 of
/// that edge.
inline bool isDegenerate(const SkinnedMesh& mesh, const uint32_t* corners) {
    constexpr float kFlat = 1e-6f;
    const glm::vec3& a = mesh.positions[corners[0]];
    const glm::vec3 ab = mesh.positions[corners[1]] - a, ac = mesh.positions[corners[2]] - a, bc = ac - ab;
    const float longestSquared = std::max({glm::dot(ab, ab), glm::dot(ac, ac), glm::dot(bc, bc)});
    return !(glm::length(glm::cross(ab, ac)) > kFlat * longestSquared);
}

}  // namespace sinew
