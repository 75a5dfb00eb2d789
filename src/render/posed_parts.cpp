#include "render/posed_parts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include <glm/matrix.hpp>

#include "gpu/device.h"
#include "gpu/frame_arena.h"
#include "pose_shared.h"
#include "render/level_choice.h"
#include "render/packed_vertex.h"

namespace sinew {
namespace {

// From this many characters on, one draw call per part is faster than one each. CPUs spend more on reading palettes
// from a storage buffer than on any number of draw calls.
constexpr uint32_t kMergedFrom = 16;

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

/// What all instances of a crowd have in the arena.
struct InstanceData {
    uint32_t firstMatrix = 0, firstTint = 0, firstWeight = 0;  ///< indices in units of each
    std::optional<PosedOnDevice> posing;
};

uint32_t drawnCount(const Instances& instances) {
    return instances.runs.empty() ? 0 : instances.runs.back().first + instances.runs.back().count;
}

/// An offset in the arena that is a multiple of the elements' size, so that shaders can index the arena by elements.
template <class T>
std::span<T> allocateElements(size_t count, FrameArena& arena, uint32_t& firstElement) {
    const ArenaSlice slice = arena.allocate((count + 1) * sizeof(T));
    firstElement = (slice.offset + sizeof(T) - 1) / sizeof(T);
    const size_t skipped = size_t{firstElement} * sizeof(T) - slice.offset;
    return {reinterpret_cast<T*>(slice.bytes.data() + skipped), count};
}

InstanceData pushInstances(const Scene& scene, FrameArena& arena) {
    const Instances& instances = *scene.instances;
    const uint32_t count = drawnCount(instances);
    InstanceData data;
    const auto matrices =
        allocateElements<glm::mat4>(size_t{count} * scene.model->matrixStride(), arena, data.firstMatrix);
    const auto weights = allocateElements<float>(count * scene.model->morphWeightCount(), arena, data.firstWeight);
    if (instances.posePass && count > 0) {
        uint32_t first = 0;
        const auto characters = allocateElements<shared::PosedCharacter>(count, arena, first);
        instances.writeCharacters(*scene.model, data.firstMatrix, characters, weights);
        data.posing = {instances.posePass, VkDeviceSize{first} * sizeof(shared::PosedCharacter), count};
    } else {
        instances.write(*scene.model, scene.look.skinning, matrices, weights);
    }
    const auto tints = allocateElements<glm::vec4>(instances.tints.size(), arena, data.firstTint);
    std::ranges::copy(instances.tints, tints.begin());
    return data;
}

PosedPart instancedPart(const Scene& scene, const InstanceData& data, const GpuModel::Draw& draw,
                        const InstanceRun& run, bool merged) {
    const GpuModel& model = *scene.model;
    const Instances& instances = *scene.instances;
    const uint64_t selected = selectedBones(draw, scene);
    const auto morphStride = static_cast<uint32_t>(model.morphWeightCount());
    const uint32_t skipped = merged ? 0 : run.first;  // instances before the one that the constants are for
    const uint32_t firstMatrix = data.firstMatrix + skipped * model.matrixStride() + draw.firstMatrix;
    const bool hasTint =
        draw.material < instances.tinted.size() && instances.tinted[draw.material] && !instances.tints.empty();
    return {.paletteOffset = merged ? 0 : firstMatrix * static_cast<uint32_t>(sizeof(glm::mat4)),
            .constants = {.isMorphed = draw.morphTargetCount > 0,
                          .firstMorphWeight = data.firstWeight + skipped * morphStride + draw.firstMorphWeight,
                          .morphRowOffset = draw.morphRowOffset,
                          .selectedLow = static_cast<uint32_t>(selected),
                          .selectedHigh = static_cast<uint32_t>(selected >> 32),
                          .firstMatrix = firstMatrix,
                          .matrixStride = model.matrixStride(),
                          .firstTint = hasTint ? data.firstTint + skipped : NO_TINT,
                          .morphStride = morphStride},
            .firstInstance = run.first - skipped,
            .instanceCount = run.count,
            .inside = insideOf(mirroredBoneCount(draw, scene.worldFromNode), draw.palette.size()),
            .level = coarsestLevel(draw, run.pixelsPerUnit * scene.worldScale)};
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
                                       .selectedHigh = static_cast<uint32_t>(selected >> 32),
                                       .firstMatrix = 0,
                                       .matrixStride = 0,
                                       .firstTint = NO_TINT,
                                       .morphStride = 0},
                         .inside = insideOf(mirrored, draw.palette.size())});
    }
}

bool drawsMerged(const Device& device, const Instances& instances) {
    return instances.merged.value_or(!device.isCpu() && drawnCount(instances) >= kMergedFrom);
}

std::optional<PosedOnDevice> addInstancedParts(const Scene& scene, bool merged, FrameArena& arena,
                                               std::vector<PosedPart>& parts) {
    const InstanceData data = pushInstances(scene, arena);
    const auto add = [&](const InstanceRun& run) {
        for (const GpuModel::Draw& draw : scene.model->draws())
            parts.push_back(instancedPart(scene, data, draw, run, merged));
    };
    for (const InstanceRun& run : scene.instances->runs) {
        if (merged) {
            add(run);
            continue;
        }
        for (uint32_t i = 0; i < run.count; ++i)
            add({.first = run.first + i, .count = 1, .pixelsPerUnit = run.pixelsPerUnit});
    }
    return data.posing;
}

uint32_t pushCommands(const GpuModel& model, std::span<const PosedPart> parts, FrameArena& arena) {
    const ArenaSlice slice = arena.allocate(parts.size() * sizeof(VkDrawIndexedIndirectCommand));
    const auto commands = arrayIn<VkDrawIndexedIndirectCommand>(slice, parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
        const GpuModel::Draw& draw = model.draws()[i % model.draws().size()];
        const GpuModel::Level& level = draw.levels[parts[i].level];
        commands[i] = {.indexCount = level.indexCount,
                       .instanceCount = parts[i].instanceCount,
                       .firstIndex = level.firstIndex,
                       .vertexOffset = draw.vertexOffset,
                       .firstInstance = parts[i].firstInstance};
    }
    return slice.offset;
}

uint32_t mostInstances(const Device& device, const GpuModel& model, uint32_t framesInFlight) {
    // The arena is one storage buffer, with everything else that a frame uploads. The arenas of all frames take at most
    // half of their heap.
    const VkDeviceSize range = device.limits().maxStorageBufferRange, share = FrameArena::heapBytes(device) / 2;
    const VkDeviceSize room = std::min(range - range / 16, share / framesInFlight);
    const VkDeviceSize each = model.matrixStride() * sizeof(glm::mat4) + model.morphWeightCount() * sizeof(float) +
                              sizeof(glm::vec4) + sizeof(shared::PosedCharacter);
    return static_cast<uint32_t>(std::min<VkDeviceSize>(room / each, UINT32_MAX / sizeof(glm::mat4)));
}

VkDeviceSize instanceBytes(const Device& device, const GpuModel& model, const Instances& instances) {
    const auto elements = [&](size_t count, size_t bytes) {
        return FrameArena::alignedBytes(device, (count + 1) * bytes);
    };
    const size_t count = instances.capacity;
    const size_t runs = std::bit_ceil(std::max<size_t>(instances.runs.size(), 64));  // so that the arena rarely grows
    return elements(count * model.matrixStride(), sizeof(glm::mat4)) +
           elements(count * model.morphWeightCount(), sizeof(float)) + elements(count, sizeof(glm::vec4)) +
           elements(runs * model.draws().size(), sizeof(VkDrawIndexedIndirectCommand)) +
           (instances.posePass ? elements(count, sizeof(shared::PosedCharacter)) : 0);
}

}  // namespace sinew
