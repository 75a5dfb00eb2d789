#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <assimp/vector3.h>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace sinew {

/// A smooth unit normal for each vertex: the mean of the triangles that meet at its position, by their angle there
/// (Thürmer and Wüthrich 1998). Vertices at the same position share it, whatever seams part them. `indices` are three a
/// triangle.
std::vector<glm::vec3> smoothNormals(std::span<const glm::vec3> positions, std::span<const uint32_t> indices);

/// For each vertex the side from which its triangles' texture coordinates run: +1, -1 where the picture is mirrored, 0
/// unknown. Where they meet, tangents must not be shared.
std::vector<int8_t> uvOrientations(std::span<const aiVector3D> uvs, std::span<const uint32_t> indices);

/// Unit tangents along growing u; w completes the bitangent towards the top row of the picture (v = 0). As MikkTSpace,
/// by angle.
std::vector<glm::vec4> uvTangents(std::span<const glm::vec3> positions, std::span<const glm::vec3> normals,
                                  std::span<const glm::vec2> uvs, std::span<const uint32_t> indices);

/// A unit vector at a right angle to `normal`, w = 1: for surfaces that nobody asks for their tangent.
glm::vec4 anyTangent(const glm::vec3& normal);

}  // namespace sinew
