#pragma once

#include <span>
#include <vector>

#include <glm/vec3.hpp>

#include "import/source.h"
#include "model/finding.h"

namespace sinew {

/// Faces that meet at a larger angle have an edge between them: the sides of a limb with six sides meet at 60 degrees,
/// those of boxes, also of tapered ones, at more than 65.
inline constexpr float kCreaseDegrees = 65.0f;

/// The unit normal of each corner, where three positions make a triangle: the mean of the faces at its position,
/// weighted by their angles there, that meet the corner's own face at kCreaseDegrees or less. Positions are equal where
/// their coordinates are.
std::vector<glm::vec3> creasedNormals(std::span<const glm::vec3> corners);

/// What a format demands for meshes without normals: flat (glTF 2.0, section 3.7.2.1) or nothing, where creased ones
/// look best.
enum class MissingNormals { flat, creased };

/// Gives meshes without normals these, and their morph targets too. Each triangle gets vertices of its own. A finding
/// for each mesh. Meshes whose vertices would exceed kMaxVertices are left as they are.
void makeNormals(std::span<SourceMesh> meshes, MissingNormals kind, Findings& findings);

}  // namespace sinew
