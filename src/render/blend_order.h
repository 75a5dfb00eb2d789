#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>

#include "render/gpu_model.h"

namespace sinew {

/// Triangles of a draw, the farthest first.
struct BackToFront {
    std::vector<uint32_t> indices;  ///< as GpuModel::Draw::indices
    float depth = 0.0f;             ///< mean distance of the triangles along the view; 0 without triangles
};

/// Sorts triangles by the sum of their vertices' depths; equal ones keep their order. `depths` by vertex.
BackToFront sortedBackToFront(std::span<const uint32_t> indices, std::span<const float> depths);

/// Sorts a draw's triangles in a pose, skinned linearly: for the order, that is near enough to dual quaternions.
/// `morphWeights`: of the draw's mesh, or none.
BackToFront sortedBackToFront(const GpuModel::Draw& draw, std::span<const glm::mat4> worldFromNode,
                              std::span<const float> morphWeights, const glm::mat4& clipFromWorld);

}  // namespace sinew
