#include "gpu/skin_probe.h"

#include <algorithm>
#include <cstring>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/pipeline.h"
#include "gpu/shader.h"
#include "render/packed_vertex.h"

using namespace sinew;

namespace {

constexpr uint32_t kSkinProbe[] = {
#include "skin_probe.comp.inc"
};

constexpr VkShaderStageFlags kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
constexpr std::array<VkPushConstantRange, 1> kConstants{
    {{kCompute, DRAW_CONSTANTS_OFFSET, sizeof(shared::DrawConstants)}}};
constexpr std::array<VkDescriptorSetLayoutBinding, 6> kBindings{
    {{BINDING_PALETTE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, kCompute, nullptr},
     {BINDING_PROBE_IN, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
     {BINDING_PROBE_OUT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
     {BINDING_MORPH_WEIGHTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
     {BINDING_MORPH_STARTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
     {BINDING_MORPH_DELTAS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr}}};
constexpr std::array<VkDescriptorPoolSize, 2> kSizes{
    {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 5}}};

template <typename T>
void write(const Buffer& buffer, std::span<const T> values) {
    if (!values.empty()) std::memcpy(buffer.mapped().data(), values.data(), values.size_bytes());
}

}  // namespace

SkinProbe::SkinProbe(const Device& device, uint32_t influences, Skinning skinning)
    : device_(&device),
      influences_(influences),
      skinning_(skinning),
      setLayout_(makeDescriptorSetLayout(device, kBindings)),
      layout_(makePipelineLayout(device, {setLayout_.address(), 1}, kConstants)),
      module_(makeShaderModule(device, kSkinProbe)),
      pipeline_(makeComputePipeline(
          device, layout_,
          {VK_SHADER_STAGE_COMPUTE_BIT,
           module_,
           {{CONSTANT_INFLUENCES, influences}, {CONSTANT_SKINNING, static_cast<uint32_t>(skinning)}}})),
      pool_(makeDescriptorPool(device, 1, kSizes)),
      set_(allocateDescriptorSet(device, pool_, setLayout_)),
      palette_(device, sizeof(shared::Palette), VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryKind::upload) {
    writeBuffer(device, set_, BINDING_PALETTE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, palette_);
}

std::vector<ProbeResult> SkinProbe::run(std::span<const ProbeVertex> vertices, std::span<const glm::mat4> palette,
                                        const ProbeMorphs& morphs) {
    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const Buffer in(*device_, vertices.size_bytes(), kStorage, MemoryKind::upload);
    const Buffer out(*device_, vertices.size() * sizeof(ProbeResult), kStorage, MemoryKind::readback);
    write(in, vertices);
    if (skinning_ == Skinning::dualQuaternion) {
        std::vector<shared::ScaledDualQuaternion> packed(palette.size());
        std::ranges::transform(palette, packed.begin(), packDualQuaternion);
        write(palette_, std::span<const shared::ScaledDualQuaternion>(packed));
    } else
        write(palette_, palette);
    const auto bind = [&]<typename T>(uint32_t binding, const std::vector<T>& values) {
        Buffer buffer(*device_, values.size() * sizeof(T), kStorage, MemoryKind::upload);
        write(buffer, std::span<const T>(values));
        writeBuffer(*device_, set_, binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffer);
        return buffer;
    };
    const Buffer weights = bind(BINDING_MORPH_WEIGHTS, morphs.weights);
    const Buffer starts = bind(BINDING_MORPH_STARTS, morphs.rows.starts);
    const Buffer deltas = bind(BINDING_MORPH_DELTAS, morphs.rows.deltas);
    writeBuffer(*device_, set_, BINDING_PROBE_IN, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, in);
    writeBuffer(*device_, set_, BINDING_PROBE_OUT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out);
    runOnce(*device_, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, SET_FRAME, 1, &set_, 0, nullptr);
        vkCmdPushConstants(commands, layout_, kCompute, DRAW_CONSTANTS_OFFSET, sizeof(morphs.drawn), &morphs.drawn);
        const auto groups = static_cast<uint32_t>((vertices.size() + PROBE_GROUP_SIZE - 1) / PROBE_GROUP_SIZE);
        vkCmdDispatch(commands, groups, 1, 1);
        memoryBarrier(commands, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT,
                      VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    });
    std::vector<ProbeResult> results(vertices.size());
    std::memcpy(results.data(), out.mapped().data(), results.size() * sizeof(ProbeResult));
    return results;
}
