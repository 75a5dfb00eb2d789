#include "gpu/pipeline.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "gpu/device.h"

namespace sinew {
namespace {

/// The specialization info of one stage, which points to the entries.
struct Specialization {
    explicit Specialization(const ShaderStage& stage) {
        for (size_t i = 0; i < stage.constants.size(); ++i)
            entries.push_back({.constantID = stage.constants[i].id,
                               .offset = static_cast<uint32_t>(i * sizeof(SpecializationConstant) +
                                                               offsetof(SpecializationConstant, value)),
                               .size = sizeof(uint32_t)});
        info = {.mapEntryCount = static_cast<uint32_t>(entries.size()),
                .pMapEntries = entries.data(),
                .dataSize = stage.constants.size() * sizeof(SpecializationConstant),
                .pData = stage.constants.data()};
    }
    Specialization(Specialization&&) = default;  // a moved vector keeps the addresses of its elements

    std::vector<VkSpecializationMapEntry> entries;
    VkSpecializationInfo info{};
};

VkPipelineShaderStageCreateInfo stageInfo(const ShaderStage& stage, const Specialization& specialization) {
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = stage.stage,
            .module = stage.module,
            .pName = "main",
            .pSpecializationInfo = &specialization.info};
}

VkPipelineColorBlendAttachmentState blendState(bool blend) {
    return {.blendEnable = blend,
            .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
            .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
            .colorBlendOp = VK_BLEND_OP_ADD,
            .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
            .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
            .alphaBlendOp = VK_BLEND_OP_ADD,
            .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT |
                              VK_COLOR_COMPONENT_A_BIT};
}

VkPipelineRasterizationStateCreateInfo rasterizationState(const GraphicsPipelineInfo& info) {
    const DepthBias bias = info.depthBias.value_or(DepthBias{});
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
            .polygonMode = info.polygonMode,
            .depthBiasEnable = info.depthBias.has_value(),
            .depthBiasConstantFactor = bias.constantFactor,
            .depthBiasSlopeFactor = bias.slopeFactor,
            .lineWidth = 1.0f};
}

VkPipelineVertexInputStateCreateInfo vertexInputState(const GraphicsPipelineInfo& info) {
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
            .vertexBindingDescriptionCount = static_cast<uint32_t>(info.vertexBindings.size()),
            .pVertexBindingDescriptions = info.vertexBindings.data(),
            .vertexAttributeDescriptionCount = static_cast<uint32_t>(info.vertexAttributes.size()),
            .pVertexAttributeDescriptions = info.vertexAttributes.data()};
}

}  // namespace

GraphicsPipelineHandle makeGraphicsPipeline(VkDevice device, const GraphicsPipelineInfo& info) {
    std::vector<Specialization> specializations(info.stages.begin(), info.stages.end());
    std::vector<VkPipelineShaderStageCreateInfo> stages;
    for (size_t i = 0; i < info.stages.size(); ++i)
        stages.push_back(stageInfo(info.stages[i], specializations[i]));

    const bool hasColor = info.colorFormat != VK_FORMAT_UNDEFINED;
    const bool hasDepth = info.depthFormat != VK_FORMAT_UNDEFINED;
    const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                  .colorAttachmentCount = hasColor ? 1u : 0u,
                                                  .pColorAttachmentFormats = &info.colorFormat,
                                                  .depthAttachmentFormat = info.depthFormat};
    const VkPipelineVertexInputStateCreateInfo vertexInput = vertexInputState(info);
    const VkPipelineInputAssemblyStateCreateInfo inputAssembly{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = info.topology};
    const VkPipelineViewportStateCreateInfo viewport{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
    const VkPipelineRasterizationStateCreateInfo rasterization = rasterizationState(info);
    const VkPipelineMultisampleStateCreateInfo multisample{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, .rasterizationSamples = info.samples};
    const VkPipelineDepthStencilStateCreateInfo depthStencil{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable = hasDepth && info.depthTest,
        .depthWriteEnable = hasDepth && info.depthWrite,
        .depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL};
    const VkPipelineColorBlendAttachmentState blendAttachment = blendState(info.blend);
    const VkPipelineColorBlendStateCreateInfo colorBlend{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = hasColor ? 1u : 0u,
        .pAttachments = &blendAttachment};
    constexpr std::array kDynamicStates{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_CULL_MODE,
                                        VK_DYNAMIC_STATE_FRONT_FACE};
    const VkPipelineDynamicStateCreateInfo dynamic{.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                   .dynamicStateCount = kDynamicStates.size(),
                                                   .pDynamicStates = kDynamicStates.data()};
    return {device,
            {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
             .pNext = &rendering,
             .stageCount = static_cast<uint32_t>(stages.size()),
             .pStages = stages.data(),
             .pVertexInputState = &vertexInput,
             .pInputAssemblyState = &inputAssembly,
             .pViewportState = &viewport,
             .pRasterizationState = &rasterization,
             .pMultisampleState = &multisample,
             .pDepthStencilState = &depthStencil,
             .pColorBlendState = &colorBlend,
             .pDynamicState = &dynamic,
             .layout = info.layout}};
}

ComputePipelineHandle makeComputePipeline(VkDevice device, VkPipelineLayout layout, const ShaderStage& shader) {
    const Specialization specialization(shader);
    return {device,
            {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
             .stage = stageInfo(shader, specialization),
             .layout = layout}};
}

PipelineLayoutHandle makePipelineLayout(VkDevice device, std::span<const VkDescriptorSetLayout> sets,
                                        std::span<const VkPushConstantRange> pushConstants) {
    return {device,
            {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
             .setLayoutCount = static_cast<uint32_t>(sets.size()),
             .pSetLayouts = sets.data(),
             .pushConstantRangeCount = static_cast<uint32_t>(pushConstants.size()),
             .pPushConstantRanges = pushConstants.data()}};
}

SamplerHandle makeSampler(const Device& device, const SamplerInfo& info) {
    const float anisotropy =
        device.features().anisotropy ? std::min(info.anisotropy, device.limits().maxSamplerAnisotropy) : 1.0f;
    return {device,
            {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
             .magFilter = info.magnify,
             .minFilter = info.minify,
             .mipmapMode = info.mip,
             .addressModeU = info.addressU,
             .addressModeV = info.addressV,
             .anisotropyEnable = anisotropy > 1.0f,
             .maxAnisotropy = anisotropy,
             .maxLod = info.maxLevel}};
}

}  // namespace sinew
