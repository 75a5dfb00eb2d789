#include "render/backdrop.h"

#include "gpu/barrier.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/upload.h"
#include "render/target.h"

namespace sinew {

Backdrop::Backdrop(const Device& device, const PictureFormat& target)
    : device_(&device),
      format_({.color = VK_FORMAT_R16G16B16A16_SFLOAT,  // every device can draw, sample and blit it
               .depth = target.depth,
               .samples = VK_SAMPLE_COUNT_1_BIT,
               .influences = target.influences}),
      sampler_(makeSampler(device, {.addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                    .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE})) {}

void Backdrop::resize(VkExtent2D extent) {
    color_ = Image(*device_, {.format = format_.color,
                              .extent = extent,
                              .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                       VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                              .levelCount = fullLevelCount(extent)});
    depth_ = Image(*device_,
                   {.format = format_.depth, .extent = extent, .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT});
}

void Backdrop::begin(VkCommandBuffer commands, const VkRect2D& area) const {
    imageBarrier(commands, color_, discarded(kSampled), kColorAttachment);
    imageBarrier(commands, depth_, discarded(kDepthAttachment), kDepthAttachment, VK_IMAGE_ASPECT_DEPTH_BIT);
    beginRendering(commands, {.area = area, .color = color_.firstLevelView(), .depth = depth_.view()});
}

void Backdrop::end(VkCommandBuffer commands) const {
    vkCmdEndRendering(commands);
    imageBarrier(commands, color_, kColorAttachment, kCopyDestination);
    fillLevels(commands, color_);
}

}  // namespace sinew
