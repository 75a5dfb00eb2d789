#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

class Device;

struct SpecializationConstant {
    uint32_t id = 0;     ///< layout(constant_id = id)
    uint32_t value = 0;  ///< int, uint or bool (0, 1)
};

struct ShaderStage {
    VkShaderStageFlagBits stage = VK_SHADER_STAGE_VERTEX_BIT;
    VkShaderModule module = VK_NULL_HANDLE;
    std::vector<SpecializationConstant> constants;
};

struct DepthBias {
    float constantFactor = 0.0f;
    float slopeFactor = 0.0f;
};

/// A pipeline for dynamic rendering with at most one color attachment. Viewport, scissor, cull mode and front face are
/// dynamic state.
struct GraphicsPipelineInfo {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    std::vector<ShaderStage> stages;
    std::vector<VkVertexInputBindingDescription> vertexBindings;
    std::vector<VkVertexInputAttributeDescription> vertexAttributes;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPolygonMode polygonMode = VK_POLYGON_MODE_FILL;  ///< LINE needs features().wireframe
    bool blend = false;  ///< "over" with straight alpha; the target's alpha accumulates coverage
    bool depthTest = true;
    bool depthWrite = true;
    std::optional<DepthBias> depthBias;
    VkFormat colorFormat = VK_FORMAT_UNDEFINED;  ///< undefined: no color attachment
    VkFormat depthFormat = VK_FORMAT_UNDEFINED;  ///< undefined: no depth attachment
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

GraphicsPipelineHandle makeGraphicsPipeline(VkDevice device, const GraphicsPipelineInfo& info);

/// `shader.stage` is VK_SHADER_STAGE_COMPUTE_BIT.
ComputePipelineHandle makeComputePipeline(VkDevice device, VkPipelineLayout layout, const ShaderStage& shader);

PipelineLayoutHandle makePipelineLayout(VkDevice device, std::span<const VkDescriptorSetLayout> sets,
                                        std::span<const VkPushConstantRange> pushConstants = {});

struct SamplerInfo {
    VkFilter magnify = VK_FILTER_LINEAR, minify = VK_FILTER_LINEAR;
    VkSamplerMipmapMode mip = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    VkSamplerAddressMode addressU = VK_SAMPLER_ADDRESS_MODE_REPEAT, addressV = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    float maxLevel = VK_LOD_CLAMP_NONE;
    float anisotropy = 1.0f;  ///< clamped to the limit of the device; 1: off
};

SamplerHandle makeSampler(const Device& device, const SamplerInfo& info);

}  // namespace sinew
