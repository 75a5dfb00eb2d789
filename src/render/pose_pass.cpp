#include "render/pose_pass.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/shader.h"
#include "gpu/upload.h"
#include "render/shader_library.h"

namespace sinew {
namespace {

constexpr VkDeviceSize kRowBytes = 4 * sizeof(float), kMatrixBytes = 4 * kRowBytes;
constexpr uint32_t kSharedBytesPerNode = 3 * kRowBytes;
static_assert(sizeof(shared::PosedCharacter) == POSED_CHARACTER_ROWS * kRowBytes);

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkShaderStageFlags kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
constexpr std::array<VkDescriptorSetLayoutBinding, 3> kBindings{
    {{BINDING_POSE_TABLES, kStorage, 1, kCompute, nullptr},
     {BINDING_POSE_CHARACTERS, kStorage, 1, kCompute, nullptr},
     {BINDING_POSE_PALETTES, kStorage, 1, kCompute, nullptr}}};
constexpr std::array<VkPushConstantRange, 1> kConstants{{{kCompute, 0, sizeof(shared::PoseConstants)}}};

/// One subgroup per character: its barriers cost least.
uint32_t lanesOf(const Device& device) {
    VkPhysicalDeviceSubgroupProperties subgroup{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &subgroup};
    vkGetPhysicalDeviceProperties2(device.physicalDevice(), &properties);
    return std::clamp(subgroup.subgroupSize, 1u, device.limits().maxComputeWorkGroupSize[0]);
}

/// A few sizes, so that drivers find the compiled shader of another model in their caches.
uint32_t nodeRoom(const Device& device, uint32_t nodeCount) {
    constexpr uint32_t kLeast = 64;
    return std::min(std::max(kLeast, std::bit_ceil(nodeCount)),
                    device.limits().maxComputeSharedMemorySize / kSharedBytesPerNode);
}

Buffer uploaded(const Device& device, const std::vector<uint32_t>& words) {
    const auto bytes = std::as_bytes(std::span(words));
    Buffer buffer(device, bytes.size(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::device);
    Uploader uploader(device);
    uploader.add(buffer, bytes);
    uploader.finish();
    return buffer;
}

}  // namespace

std::string PosePass::whyNot(const Device& device, const PoseTables& tables) {
    const VkPhysicalDeviceLimits& limits = device.limits();
    const auto over = [](const std::string& what, uint64_t count, const std::string& things, uint64_t most) {
        return what + " " + std::to_string(count) + " " + things + "; this device poses " + std::to_string(most);
    };
    if (tables.paletteCount == 0) return "nothing of it is drawn";
    if (const uint32_t most = limits.maxComputeSharedMemorySize / kSharedBytesPerNode; tables.nodeCount > most)
        return over("its meshes need", tables.nodeCount, "nodes", most);
    if (tables.mostRows > kMaxPosedRows) return over("a timeline has", tables.mostRows, "key times", kMaxPosedRows);
    if (const size_t bytes = std::span(tables.words).size_bytes(); bytes > limits.maxStorageBufferRange)
        return over("its packed clips have", bytes, "bytes", limits.maxStorageBufferRange);
    return {};
}

PosePass::PosePass(const Device& device, const ShaderLibrary& shaders, const PoseTables& tables,
                   uint32_t framesInFlight, uint32_t mostInDispatch)
    : device_(&device),
      mostInDispatch_(std::min(mostInDispatch, device.limits().maxComputeWorkGroupCount[0])),
      tables_(uploaded(device, tables.words)),
      setLayout_(makeDescriptorSetLayout(device, kBindings)),
      layout_(makePipelineLayout(device, {setLayout_.address(), 1}, kConstants)) {
    assert(whyNot(device, tables).empty() && mostInDispatch > 0);
    const ShaderModuleHandle shader = makeShaderModule(device, shaders.spirv("pose.comp"));
    pipeline_ = makeComputePipeline(
        device, layout_,
        {VK_SHADER_STAGE_COMPUTE_BIT,
         shader,
         {{CONSTANT_POSE_LANES, lanesOf(device)}, {CONSTANT_POSE_NODES, nodeRoom(device, tables.nodeCount)}}});
    const std::array sizes{VkDescriptorPoolSize{kStorage, static_cast<uint32_t>(kBindings.size()) * framesInFlight}};
    pool_ = makeDescriptorPool(device, framesInFlight, sizes);
    for (uint32_t i = 0; i < framesInFlight; ++i) {
        sets_.push_back(allocateDescriptorSet(device, pool_, setLayout_));
        writeBuffer(device, sets_.back(), BINDING_POSE_TABLES, kStorage, tables_);
    }
}

void PosePass::bind(uint32_t frame, VkBuffer characters, VkBuffer palettes) const {
    writeBuffer(*device_, sets_[frame], BINDING_POSE_CHARACTERS, kStorage, characters);
    writeBuffer(*device_, sets_[frame], BINDING_POSE_PALETTES, kStorage, palettes);
}

void PosePass::record(VkCommandBuffer commands, uint32_t frame, VkDeviceSize offset, uint32_t count) const {
    assert(offset % kRowBytes == 0);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &sets_[frame], 0, nullptr);
    for (uint32_t first = 0; first < count; first += mostInDispatch_) {
        if (first > 0)  // for synchronization validation, which knows only whole buffers
            memoryBarrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                          VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
                          VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT);
        const shared::PoseConstants constants{static_cast<uint32_t>(offset / kRowBytes) + POSED_CHARACTER_ROWS * first};
        vkCmdPushConstants(commands, layout_, kCompute, 0, sizeof(constants), &constants);
        vkCmdDispatch(commands, std::min(mostInDispatch_, count - first), 1, 1);
    }
    memoryBarrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                  // Vertex shaders read the palettes, from a storage buffer or from a uniform one. The rest is for
                  // uniforms, lines and draw commands in the same buffer.
                  VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT |
                      VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                  VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT |
                      VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_UNIFORM_READ_BIT);
}

}  // namespace sinew
