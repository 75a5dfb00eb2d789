#include "render/occlusion.h"

#include <array>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "render/layouts.h"
#include "render/target.h"

namespace sinew {

Occlusion::Occlusion(const Device& device, const Layouts& layouts)
    : device_(&device),
      sampler_(makeSampler(device, {.magnify = VK_FILTER_NEAREST,
                                    .minify = VK_FILTER_NEAREST,
                                    .mip = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                    .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                    .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE})) {
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2}};
    pool_ = makeDescriptorPool(device, 2, sizes);
    depthsSet_ = allocateDescriptorSet(device, pool_, layouts.textureSet);
    opennessSet_ = allocateDescriptorSet(device, pool_, layouts.textureSet);
}

void Occlusion::resize(VkExtent2D extent) {
    const auto image = [&](VkFormat format, VkImageUsageFlags usage) {
        return Image(*device_,
                     {.format = format, .extent = halfOf(extent), .usage = usage | VK_IMAGE_USAGE_SAMPLED_BIT});
    };
    depths_ = image(kDepthFormat, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
    openness_ = image(kOpennessFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    smooth_ = image(kOpennessFormat, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    targetExtent_ = extent;
    writeTexture(*device_, depthsSet_, 0, depths_.view(), sampler_);
    writeTexture(*device_, opennessSet_, 0, openness_.view(), sampler_);
}

void Occlusion::drop() {
    depths_ = Image(), openness_ = Image(), smooth_ = Image();
    targetExtent_ = {};
}

void Occlusion::beginDepths(VkCommandBuffer commands, const VkRect2D& area) const {
    imageBarrier(commands, depths_, discarded(kSampled), kDepthAttachment, VK_IMAGE_ASPECT_DEPTH_BIT);
    beginRendering(commands, {.area = area, .depth = depths_.view(), .storeDepth = true});
}

void Occlusion::beginOpenness(VkCommandBuffer commands, const VkRect2D& area) const {
    vkCmdEndRendering(commands);
    imageBarrier(commands, depths_, kDepthAttachment, kSampled, VK_IMAGE_ASPECT_DEPTH_BIT);
    imageBarrier(commands, openness_, discarded(kSampled), kColorAttachment);
    beginRendering(commands, {.area = area, .color = openness_.view()});
}

void Occlusion::beginBlur(VkCommandBuffer commands, const VkRect2D& area) const {
    vkCmdEndRendering(commands);
    imageBarrier(commands, openness_, kColorAttachment, kSampled);
    imageBarrier(commands, smooth_, discarded(kSampled), kColorAttachment);
    beginRendering(commands, {.area = area, .color = smooth_.view()});
}

void Occlusion::end(VkCommandBuffer commands) const {
    vkCmdEndRendering(commands);
    imageBarrier(commands, smooth_, kColorAttachment, kSampled);
}

}  // namespace sinew
