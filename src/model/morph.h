#pragma once

#include <span>

#include <glm/vec3.hpp>

#include "model/model.h"

namespace sinew {

/// The weights of one instance's targets among all of a model's. Empty when its mesh has no targets or `modelWeights`
/// is empty, which stands for all zero.
std::span<const float> morphWeightsOf(const Model& model, const MeshInstance& instance,
                                      std::span<const float> modelWeights);

/// The reference for shaders/morph.glsl: out = the mesh's positions + the sum of weight * delta, before any skinning.
/// `weights` has one for each target, or none (all zero); `out` has the mesh's vertex count.
void morphPositions(const SkinnedMesh& mesh, std::span<const float> weights, std::span<glm::vec3> out);

/// The same for normals, which are not of unit length afterwards.
void morphNormals(const SkinnedMesh& mesh, std::span<const float> weights, std::span<glm::vec3> out);

}  // namespace sinew
