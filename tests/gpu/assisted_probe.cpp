// Is GPU-assisted validation on, does it work with this driver, and does it see a fault? 0: yes. 1: no, and the line on
// stdout says why.

#include <array>
#include <cstdio>
#include <cstring>
#include <exception>

#include "gpu/buffer.h"
#include "gpu/compile_glsl.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/pipeline.h"

using namespace sinew;

namespace {

constexpr VkShaderStageFlagBits kCompute = VK_SHADER_STAGE_COMPUTE_BIT;
constexpr uint32_t kValueCount = 4;

// Only the GPU knows where it reads.
constexpr const char* kReadAt = R"(#version 460
layout(std430, binding = 0) readonly buffer Input { uint values[]; };
layout(std430, binding = 1) buffer Place { uint place; };
void main() { place = values[place]; })";

void read(const Device& device, uint32_t place) {
    const ShaderModuleHandle module =
        makeShaderModule(device, std::get<Spirv>(compileGlsl(kReadAt, "probe", kCompute)));
    const std::array<VkDescriptorSetLayoutBinding, 2> bindings{
        {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr},
         {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kCompute, nullptr}}};
    const DescriptorSetLayoutHandle setLayout = makeDescriptorSetLayout(device, bindings);
    const PipelineLayoutHandle layout = makePipelineLayout(device, {setLayout.address(), 1});
    const ComputePipelineHandle pipeline = makeComputePipeline(device, layout, {kCompute, module, {}});
    const std::array<VkDescriptorPoolSize, 1> sizes{{{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2}}};
    const DescriptorPoolHandle pool = makeDescriptorPool(device, 1, sizes);
    const VkDescriptorSet set = allocateDescriptorSet(device, pool, setLayout);

    constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const Buffer values(device, kValueCount * sizeof(uint32_t), kStorage, MemoryKind::upload);
    const Buffer placeBuffer(device, sizeof place, kStorage, MemoryKind::upload);
    std::memset(values.mapped().data(), 0, values.mapped().size());
    std::memcpy(placeBuffer.mapped().data(), &place, sizeof place);
    writeBuffer(device, set, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, values);
    writeBuffer(device, set, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, placeBuffer);
    runOnce(device, [&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
        vkCmdDispatch(commands, 1, 1, 1);
    });
}

uint32_t messagesOfReading(uint32_t place) {
    const Instance instance({.validation = true});
    {
        const Device device(instance);
        read(device, place);
    }
    return instance.validationMessages();
}

int no(const char* why) {
    std::puts(why);
    return 1;
}

}  // namespace

int main() {
    try {
        if (messagesOfReading(kValueCount - 1) > 0) return no("the layer has messages of its own for a sound shader");
        if (messagesOfReading(kValueCount) == 0)
            return no("the layer does not see that a shader reads past a buffer's end");
    } catch (const std::exception& error) {
        return no(error.what());
    }
    return 0;
}
