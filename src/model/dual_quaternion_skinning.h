#pragma once

#include <span>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "model/skinned_mesh.h"

namespace sinew {

/// skinPositions() of cpu_skinning.h with dual quaternions in place of the linear blend: what twists and bends keeps
/// its volume. In two phases (Kavan, Collins, Zara and O'Sullivan, "Geometric Skinning with Approximate Dual Quaternion
/// Blending", 2008, section 4.2): each bone's matrix is split into scale and shear, blended linearly, and a rigid
/// movement after that, blended as a dual quaternion. One bone alone gives what the linear blend gives. Allocates the
/// split palette: a reference, not for a frame.
void skinPositionsByDualQuaternions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette,
                                    std::span<glm::vec3> out, std::span<const float> morphWeights = {});

/// skinNormals() likewise: the cofactor matrix of the blended scale, then the blended rotation.
void skinNormalsByDualQuaternions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                                  std::span<const float> morphWeights = {});

}  // namespace sinew
