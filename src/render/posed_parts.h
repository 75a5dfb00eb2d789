#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <volk.h>
#include <glm/mat4x4.hpp>

#include "render/gpu_model.h"
#include "render/scene.h"
#include "shared.h"

namespace sinew {

class Device;
class FrameArena;
class PosePass;

/// What a compute pass poses before anything is drawn.
struct PosedOnDevice {
    const PosePass* pass = nullptr;
    VkDeviceSize offset = 0;  ///< of the shared::PosedCharacter in the arena, which also has the palettes
    uint32_t count = 0;
};

/// A model part in one pose, or in those of a run of instances: palettes and morph weights are in the arena.
struct PosedPart {
    uint32_t paletteOffset = 0;  ///< in the arena
    shared::DrawConstants constants{};
    uint32_t firstInstance = 0;  ///< the constants are for instance 0
    uint32_t instanceCount = 1;
    VkCullModeFlags inside = VK_CULL_MODE_NONE;  ///< faces whose inside is seen; none if only some of its bones mirror
    uint32_t level = 0;                          ///< of detail: index in GpuModel::Draw::levels
};

/// Adds the parts of the scene's model in a pose, in the order of GpuModel::draws(), and writes their palettes and
/// morph weights into the arena. `weights`: of the whole model, or none.
void addPosedParts(const Scene& scene, std::span<const glm::mat4> worldFromNode, std::span<const float> weights,
                   FrameArena& arena, std::vector<PosedPart>& parts);

/// Whether the instances are drawn merged (Instances::merged).
bool drawsMerged(const Device& device, const Instances& instances);

/// Adds the parts of the scene's instances, in the order of GpuModel::draws(): once for each run if they are `merged`,
/// else once for each instance. Has Instances::write fill the arena, or else returns what poses them.
std::optional<PosedOnDevice> addInstancedParts(const Scene& scene, bool merged, FrameArena& arena,
                                               std::vector<PosedPart>& parts);

/// Writes a VkDrawIndexedIndirectCommand for each part, the parts being those of `model`. Returns the offset of the
/// first one in the arena.
uint32_t pushCommands(const GpuModel& model, std::span<const PosedPart> parts, FrameArena& arena);

/// Arena bytes that suffice for addInstancedParts() and pushCommands().
VkDeviceSize instanceBytes(const Device& device, const GpuModel& model, const Instances& instances);

/// How many instances of the model a frame can have on this device, with so many frames in flight. The memory may still
/// be too small for them where others use it.
uint32_t mostInstances(const Device& device, const GpuModel& model, uint32_t framesInFlight);

/// The weights of the draw's mesh, out of the model's.
std::span<const float> morphWeightsOf(const GpuModel::Draw& draw, std::span<const float> weights);

}  // namespace sinew
