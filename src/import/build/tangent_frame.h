#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace sinew {

/// The unit normal of a triangle, on the side where it runs counterclockwise; `otherwise` where it has no area or is
/// not finite.
glm::vec3 faceNormal(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& otherwise);

/// The angles of a triangle at a, b and c, in radians; 0 where it has no area.
glm::vec3 cornerAngles(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c);

/// Smooth unit normals: for each vertex, the mean of the triangles at its position, weighted by their angle there
/// (Thürmer and Wüthrich 1998). Vertices at the same position share a normal, even across seams. `indices`: three per
/// triangle.
std::vector<glm::vec3> smoothNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices);

/// For each vertex the orientation of its triangles' texture coordinates: +1, -1 where the texture is mirrored, 0
/// unknown. Vertices of different orientation cannot share a tangent.
std::vector<int8_t> uvOrientations(std::span<const glm::vec2> uvs, std::span<const uint32_t> indices);

/// Unit tangents toward increasing u, weighted by angle as in MikkTSpace; w gives the bitangent, toward the top row of
/// the texture (v = 0).
std::vector<glm::vec4> uvTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                                  std::span<const glm::vec2> uvs, std::span<const uint32_t> indices);

/// A unit vector perpendicular to `normal`, with w = 1, for surfaces that do not need a tangent.
glm::vec4 anyTangent(const glm::vec3& normal);

}  // namespace sinew
