#pragma once

#include <assimp/scene.h>
#include <glm/vec3.hpp>

#include "import/scene/dialect.h"

namespace sinew {

/// Faces that meet at a larger angle have an edge between them: the sides of a limb with six sides meet at 60 degrees,
/// those of boxes, also of tapered ones, at more than 65.
inline constexpr float kCreaseDegrees = 65.0f;

/// The unit normal of each corner, where three positions make a triangle: the mean of the faces at its position,
/// weighted by their angles there, that meet the corner's own face at kCreaseDegrees or less. Positions are equal where
/// their coordinates are.
std::vector<glm::vec3> creasedNormals(std::span<const glm::vec3> corners);

/// Gives meshes without normals those of creasedNormals(), and their morph targets too. Each triangle gets vertices of
/// its own. A finding for each mesh. Left as they are: meshes with morph targets of the dialect, which are bound to the
/// order of the vertices, and those whose vertices would exceed kMaxVertices.
void makeCreasedNormals(aiScene& scene, const Dialect& dialect, Findings& findings);

}  // namespace sinew
