#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <volk.h>
#include <glm/mat4x4.hpp>

#include "render/gpu_model.h"
#include "render/scene.h"
#include "shared.h"

namespace sinew {

class FrameArena;

/// A model part in one pose: its palette and morph weights are in the arena.
struct PosedPart {
    uint32_t paletteOffset = 0;  ///< in the arena
    shared::DrawConstants constants{};
    VkCullModeFlags inside = VK_CULL_MODE_NONE;  ///< faces whose inside is seen; none if only some of its bones mirror
};

/// Adds the parts of the scene's model in a pose, in the order of GpuModel::draws(), and writes their palettes and
/// morph weights into the arena. `weights`: of the whole model, or none.
void addPosedParts(const Scene& scene, std::span<const glm::mat4> worldFromNode, std::span<const float> weights,
                   FrameArena& arena, std::vector<PosedPart>& parts);

/// Those of the draw's mesh, out of the model's.
std::span<const float> morphWeightsOf(const GpuModel::Draw& draw, std::span<const float> weights);

}  // namespace sinew
