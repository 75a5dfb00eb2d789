#pragma once

#include <volk.h>

namespace sinew {

/// One side of an image barrier: stages, access and layout.
struct ImageUse {
    VkPipelineStageFlags2 stages = VK_PIPELINE_STAGE_2_NONE;
    VkAccessFlags2 access = VK_ACCESS_2_NONE;
    VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
};

/// As the first side: discards the content and waits for nothing.
inline constexpr ImageUse kUnused{};
inline constexpr ImageUse kColorAttachment{
    VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
    VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
inline constexpr ImageUse kDepthAttachment{
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
    VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL};
inline constexpr ImageUse kCopySource{VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_READ_BIT,
                                      VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
inline constexpr ImageUse kCopyDestination{VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
inline constexpr ImageUse kSampled{VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, VK_ACCESS_2_SHADER_READ_BIT,
                                   VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
/// As the second side; presentation waits for a semaphore.
inline constexpr ImageUse kPresented{VK_PIPELINE_STAGE_2_NONE, VK_ACCESS_2_NONE, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR};

/// Discards the content like kUnused, but waits for the previous use: for attachments that the frames in flight share.
/// Also for a swapchain image, as discarded(kColorAttachment): this chains to the wait for the acquire semaphore.
constexpr ImageUse discarded(ImageUse use) {
    use.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    return use;
}

/// Makes `before` complete and visible to `after`, for the given mip levels.
void imageBarrier(VkCommandBuffer commands, VkImage image, const ImageUse& before, const ImageUse& after,
                  VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT, uint32_t firstLevel = 0,
                  uint32_t levelCount = VK_REMAINING_MIP_LEVELS);

/// A global memory barrier, for example COMPUTE_SHADER + SHADER_WRITE to HOST + HOST_READ.
void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags2 stagesBefore, VkAccessFlags2 accessBefore,
                   VkPipelineStageFlags2 stagesAfter, VkAccessFlags2 accessAfter);

}  // namespace sinew
