#include "gpu/barrier.h"

namespace sinew {

void imageBarrier(VkCommandBuffer commands, VkImage image, const ImageUse& before, const ImageUse& after,
                  VkImageAspectFlags aspect, uint32_t firstLevel, uint32_t levelCount) {
    const VkImageMemoryBarrier2 barrier{
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2,
        .srcStageMask = before.stages,
        .srcAccessMask = before.access,
        .dstStageMask = after.stages,
        .dstAccessMask = after.access,
        .oldLayout = before.layout,
        .newLayout = after.layout,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {
            .aspectMask = aspect, .baseMipLevel = firstLevel, .levelCount = levelCount, .layerCount = 1}};
    const VkDependencyInfo dependency{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &barrier};
    vkCmdPipelineBarrier2(commands, &dependency);
}

void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags2 stagesBefore, VkAccessFlags2 accessBefore,
                   VkPipelineStageFlags2 stagesAfter, VkAccessFlags2 accessAfter) {
    const VkMemoryBarrier2 barrier{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                   .srcStageMask = stagesBefore,
                                   .srcAccessMask = accessBefore,
                                   .dstStageMask = stagesAfter,
                                   .dstAccessMask = accessAfter};
    const VkDependencyInfo dependency{
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    vkCmdPipelineBarrier2(commands, &dependency);
}

}  // namespace sinew
