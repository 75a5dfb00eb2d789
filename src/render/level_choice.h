#pragma once

#include <span>

#include <volk.h>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/camera.h"
#include "render/gpu_model.h"
#include "render/posed_parts.h"

namespace sinew {

/// Error of a level on the screen at most, in pixels.
inline constexpr float kMostLevelError = 0.5f;

/// How many pixels a length of 1 has at most anywhere in a sphere, in a picture of `size` pixels. Infinite if the
/// sphere reaches behind the eye. Never too low, at the edge of the picture either.
float pixelsPerUnit(const Camera& camera, const glm::vec3& center, float radius, const glm::vec2& size);

/// The coarsest level of which the error stays below kMostLevelError: an index in GpuModel::Draw::levels. For a draw
/// that is scaled, multiply `pixelsPerUnit` by the scale.
uint32_t coarsestLevel(const GpuModel::Draw& draw, float pixelsPerUnit);

/// Chooses the level of each of the scene's parts, which are in the order of GpuModel::draws(), by its size in a view
/// of `extent`. Skins all vertices on the CPU.
void chooseLevels(const Scene& scene, VkExtent2D extent, std::span<PosedPart> parts);

}  // namespace sinew
