#include "render/posed_parts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include <glm/matrix.hpp>

#include "gpu/frame_arena.h"
#include "render/packed_vertex.h"

namespace sinew {
namespace {

static_assert(sizeof(shared::Palette) == sizeof(glm::mat4) * PALETTE_SIZE &&
              sizeof(shared::DualQuaternionPalette) == sizeof(shared::Palette));
static_assert(PALETTE_SIZE <= 64, "DrawConstants has two words of 32 bits for the selected bones");

template <class T>
std::span<T> arrayIn(const ArenaSlice& slice, size_t count) {
    return {reinterpret_cast<T*>(slice.bytes.data()), count};
}

/// A bit for each palette entry of the selected node; a mesh may bind a node by several bones.
uint64_t selectedBones(const GpuModel::Draw& draw, const Scene& scene) {
    if (scene.look.view != View::weights || !scene.chosenNode) return 0;
    uint64_t bits = 0;
    for (size_t i = 0; i < draw.palette.size(); ++i)
        if (draw.bones[draw.palette[i]].node == *scene.chosenNode) bits |= uint64_t{1} << i;
    return bits;
}

size_t mirroredBoneCount(const GpuModel::Draw& draw, std::span<const glm::mat4> worldFromNode) {
    const auto determinant = [](const glm::mat4& matrix) { return glm::determinant(glm::mat3(matrix)); };
    return static_cast<size_t>(std::ranges::count_if(draw.palette, [&](uint32_t index) {
        const Bone& bone = draw.bones[index];
        return determinant(worldFromNode[bone.node]) * determinant(bone.inverseBindMatrix) < 0.0f;
    }));
}

/// Bones that mirror turn the winding over.
VkCullModeFlags insideOf(size_t mirroredBones, size_t bones) {
    if (mirroredBones == 0) return VK_CULL_MODE_BACK_BIT;
    if (mirroredBones == bones) return VK_CULL_MODE_FRONT_BIT;
    return VK_CULL_MODE_NONE;
}

/// Returns the palette's offset in the arena.
uint32_t pushPalette(const GpuModel::Draw& draw, Skinning skinning, std::span<const glm::mat4> worldFromNode,
                     FrameArena& arena) {
    const ArenaSlice slice = arena.allocate(sizeof(shared::Palette));
    const size_t count = draw.palette.size();
    if (skinning == Skinning::linear) {
        writePalette(draw.bones, draw.palette, worldFromNode, arrayIn<glm::mat4>(slice, count));
        return slice.offset;
    }
    std::array<glm::mat4, PALETTE_SIZE> matrices;
    const std::span<glm::mat4> used = std::span(matrices).first(count);
    writePalette(draw.bones, draw.palette, worldFromNode, used);
    std::ranges::transform(used, arrayIn<shared::ScaledDualQuaternion>(slice, count).begin(), packDualQuaternion);
    return slice.offset;
}

/// Returns the index of the pose's first weight in the arena, which morph.glsl reads as an array of floats.
uint32_t pushMorphWeights(std::span<const float> weights, FrameArena& arena) {
    if (weights.empty()) return 0;
    const ArenaSlice slice = arena.allocate(weights.size_bytes());
    std::memcpy(slice.bytes.data(), weights.data(), weights.size_bytes());
    return slice.offset / sizeof(float);
}

}  // namespace

std::span<const float> morphWeightsOf(const GpuModel::Draw& draw, std::span<const float> weights) {
    return weights.empty() ? weights : weights.subspan(draw.firstMorphWeight, draw.morphTargetCount);
}

void addPosedParts(const Scene& scene, std::span<const glm::mat4> worldFromNode, std::span<const float> weights,
                   FrameArena& arena, std::vector<PosedPart>& parts) {
    assert(weights.empty() || weights.size() == scene.model->morphWeightCount());
    const uint32_t firstWeight = pushMorphWeights(weights, arena);
    for (const GpuModel::Draw& draw : scene.model->draws()) {
        const size_t mirrored = mirroredBoneCount(draw, worldFromNode);
        const uint64_t selected = selectedBones(draw, scene);
        const bool isMorphed =
            std::ranges::any_of(morphWeightsOf(draw, weights), [](float weight) { return weight != 0.0f; });
        parts.push_back({.paletteOffset = pushPalette(draw, scene.look.skinning, worldFromNode, arena),
                         .constants = {.isMorphed = isMorphed ? 1u : 0u,
                                       .firstMorphWeight = firstWeight + draw.firstMorphWeight,
                                       .morphRowOffset = draw.morphRowOffset,
                                       .selectedLow = static_cast<uint32_t>(selected),
                                       .selectedHigh = static_cast<uint32_t>(selected >> 32)},
                         .inside = insideOf(mirrored, draw.palette.size())});
    }
}

}  // namespace sinew
