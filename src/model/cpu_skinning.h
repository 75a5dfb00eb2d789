#pragma once

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/skinned_mesh.h"

namespace sinew {

/// The matrix that moves normals: the cofactors of `m`, which are the inverse transpose times the determinant without a
/// division. The sign of the determinant is taken out again: a mirrored surface has its winding turned over, but its
/// outside stays outside.
glm::mat3 normalMatrix(const glm::mat3& m);

/// The reference for shaders/skinning.glsl: the blend of a vertex's palette matrices by its weights. `palette` has one
/// matrix (worldFromMesh) for each bone of the mesh.
glm::mat4 blendedMatrix(const Influences& influences, std::span<const glm::mat4> palette);

/// The same for a vertex of a mesh, with its second set of influences where the mesh has one.
glm::mat4 blendedMatrix(const SkinnedMesh& mesh, size_t vertex, std::span<const glm::mat4> palette);

/// World positions of all vertices: first morphed by `morphWeights` (one for each target, or none: all zero), then
/// skinned. `out` has the mesh's vertex count.
void skinPositions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                   std::span<const float> morphWeights = {});

/// World normals, moved by the cofactor matrix of the blended 3x3 (right under non-uniform scale and mirroring), unit
/// length. Morphed first as positions are.
void skinNormals(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                 std::span<const float> morphWeights = {});

}  // namespace sinew
