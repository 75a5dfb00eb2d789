#pragma once

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

// The CPU reference of shaders/morph.glsl and shaders/skinning.glsl: morph targets first, then skinning. `palette` has
// one matrix (worldFromMesh) per bone of the mesh, `out` one element per vertex, and `morphWeights` one weight per
// target of the mesh, or none, which means all zero.

/// Returns the weights of one instance's morph targets out of the model's. Empty if the mesh has no targets or
/// `modelWeights` is empty.
std::span<const float> morphWeightsOf(const Model& model, const MeshInstance& instance,
                                      std::span<const float> modelWeights);

/// Positions before skinning: position + sum(weight * delta).
void morphPositions(const SkinnedMesh& mesh, std::span<const float> morphWeights, std::span<glm::vec3> out);

/// Normals before skinning; not normalized.
void morphNormals(const SkinnedMesh& mesh, std::span<const float> morphWeights, std::span<glm::vec3> out);

/// The matrix that transforms normals: the cofactors of `m`, which equal determinant * inverse transpose and need no
/// division. Without the sign of the determinant: a mirrored surface flips its winding, but keeps its outside.
glm::mat3 normalMatrix(const glm::mat3& m);

/// The weighted sum of the palette matrices of one set of influences.
glm::mat4 blendedMatrix(const Influences& influences, std::span<const glm::mat4> palette);

/// The weighted sum of all palette matrices of a vertex.
glm::mat4 blendedMatrix(const SkinnedMesh& mesh, size_t vertex, std::span<const glm::mat4> palette);

/// The position of a vertex without morph targets, by linear blend skinning. Cheaper than by its blended matrix.
glm::vec3 skinnedPosition(const SkinnedMesh& mesh, size_t vertex, std::span<const glm::mat4> palette);

/// World positions of all vertices, by linear blend skinning.
void skinPositions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                   std::span<const float> morphWeights = {});

/// World normals of unit length, by the normal matrix of the blended 3x3: correct under non-uniform scale and
/// mirroring.
void skinNormals(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                 std::span<const float> morphWeights = {});

/// skinPositions() with dual quaternions in place of the linear blend: twists and bends keep their volume. Two phases
/// (Kavan, Collins, Zara and O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion Blending", 2008, section
/// 4.2): each palette matrix is split into scale and shear, which are blended linearly, and a rigid transform, which is
/// blended as a dual quaternion. A vertex of one bone moves as under the linear blend. Allocates: not for every frame.
void skinPositionsByDualQuaternions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette,
                                    std::span<glm::vec3> out, std::span<const float> morphWeights = {});

/// skinNormals() with dual quaternions: the normal matrix of the blended scale, then the blended rotation.
void skinNormalsByDualQuaternions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                                  std::span<const float> morphWeights = {});

}  // namespace sinew
