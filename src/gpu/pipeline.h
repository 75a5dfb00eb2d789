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
    uint32_t value = 0;  ///< int, uint or bool (0, 1); a float by std::bit_cast
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

/// A pipeline for dynamic rendering with at most one colour attachment. Viewport, scissor, cull mode and front face are
/// dynamic: each must be set before the first draw.
struct GraphicsPipelineInfo {
    VkPipelineLayout layout = VK_NULL_HANDLE;
    std::vector<ShaderStage> stages;
    std::vector<VkVertexInputBindingDescription> vertexBindings;
    std::vector<VkVertexInputAttributeDescription> vertexAttributes;
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPolygonMode polygonMode = VK_POLYGON_MODE_FILL;  ///< LINE needs features().wireframe
    float lineWidth = 1.0f;                            ///< others need features().wideLines
    bool blend = false;  ///< straight alpha over what is there; the target's alpha becomes coverage
    bool depthTest = true;
    bool depthWrite = true;
    VkCompareOp depthCompare = VK_COMPARE_OP_LESS_OR_EQUAL;
    std::optional<DepthBias> depthBias;
    VkFormat colorFormat = VK_FORMAT_UNDEFINED;  ///< undefined: no colour attachment
    VkFormat depthFormat = VK_FORMAT_UNDEFINED;  ///< undefined: no depth attachment
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

GraphicsPipelineHandle makeGraphicsPipeline(VkDevice device, const GraphicsPipelineInfo& info);

/// `shader.stage` is VK_SHADER_STAGE_COMPUTE_BIT.
ComputePipelineHandle makeComputePipeline(VkDevice device, VkPipelineLayout layout, const ShaderStage& shader);

PipelineLayoutHandle makePipelineLayout(VkDevice device, std::span<const VkDescriptorSetLayout> sets,
                                        std::span<const VkPushConstantRange> pushConstants = {});

struct SamplerInfo {
    VkFilter filter = VK_FILTER_LINEAR;  ///< linear also blends between levels
    VkSamplerAddressMode addressU = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    VkSamplerAddressMode addressV = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    float anisotropy = 1.0f;  ///< lowered to what the device has; 1: off
};

SamplerHandle makeSampler(const Device& device, const SamplerInfo& info);

}  // namespace sinew
