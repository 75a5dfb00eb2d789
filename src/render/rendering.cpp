#include "render/rendering.h"

namespace sinew {

void beginRendering(VkCommandBuffer commands, const Rendering& rendering) {
    VkRenderingAttachmentInfo color{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = rendering.color,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = rendering.clearColor  ? VK_ATTACHMENT_LOAD_OP_CLEAR
                  : rendering.keepColor ? VK_ATTACHMENT_LOAD_OP_LOAD
                                        : VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp = rendering.resolve ? VK_ATTACHMENT_STORE_OP_DONT_CARE : VK_ATTACHMENT_STORE_OP_STORE,
    };
    if (rendering.clearColor) {
        const glm::vec4& clear = *rendering.clearColor;
        color.clearValue.color = {{clear.r, clear.g, clear.b, clear.a}};
    }
    if (rendering.resolve) {
        color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        color.resolveImageView = rendering.resolve;
        color.resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    }
    const VkRenderingAttachmentInfo depth{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = rendering.depth,
        .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .clearValue = {.depthStencil = {1.0f, 0}},
    };
    const VkRenderingInfo info{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = rendering.area,
        .layerCount = 1,
        .colorAttachmentCount = 1,
        .pColorAttachments = &color,
        .pDepthAttachment = rendering.depth ? &depth : nullptr,
    };
    vkCmdBeginRendering(commands, &info);
    const VkViewport viewport{static_cast<float>(rendering.area.offset.x),
                              static_cast<float>(rendering.area.offset.y),
                              static_cast<float>(rendering.area.extent.width),
                              static_cast<float>(rendering.area.extent.height),
                              0.0f,
                              1.0f};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &info.renderArea);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
}

}  // namespace sinew
