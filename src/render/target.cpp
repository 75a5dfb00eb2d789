#include "render/target.h"

namespace sinew {

void setViewport(VkCommandBuffer commands, const VkRect2D& area) {
    const glm::vec4 place(area.offset.x, area.offset.y, area.extent.width, area.extent.height);
    const VkViewport viewport{place.x, place.y, place.z, place.w, 0.0f, 1.0f};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    vkCmdSetScissor(commands, 0, 1, &area);
}

void beginRendering(VkCommandBuffer commands, const Attachments& attachments) {
    VkRenderingAttachmentInfo color{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = attachments.color,
        .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .loadOp = attachments.clearColor  ? VK_ATTACHMENT_LOAD_OP_CLEAR
                  : attachments.loadColor ? VK_ATTACHMENT_LOAD_OP_LOAD
                                          : VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .storeOp = attachments.resolve ? VK_ATTACHMENT_STORE_OP_DONT_CARE : VK_ATTACHMENT_STORE_OP_STORE,
    };
    if (attachments.clearColor) {
        const glm::vec4& clear = *attachments.clearColor;
        color.clearValue.color = {{clear.r, clear.g, clear.b, clear.a}};
    }
    if (attachments.resolve) {
        color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        color.resolveImageView = attachments.resolve;
        color.resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    }
    const VkRenderingAttachmentInfo depth{
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = attachments.depth,
        .imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
        .storeOp = attachments.storeDepth ? VK_ATTACHMENT_STORE_OP_STORE : VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .clearValue = {.depthStencil = {1.0f, 0}},
    };
    const VkRenderingInfo info{
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = attachments.area,
        .layerCount = 1,
        .colorAttachmentCount = attachments.color ? 1u : 0u,
        .pColorAttachments = &color,
        .pDepthAttachment = attachments.depth ? &depth : nullptr,
    };
    vkCmdBeginRendering(commands, &info);
    setViewport(commands, attachments.area);
    vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
}

}  // namespace sinew
