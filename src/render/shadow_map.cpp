#include "render/shadow_map.h"

#include "gpu/barrier.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "render/target.h"
#include "shared.h"

namespace sinew {

ShadowMap::ShadowMap(const Device& device)
    : depth_(device, {.format = kFormat,
                      .extent = {SHADOW_MAP_SIZE, SHADOW_MAP_ROWS},
                      .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT}),
      sampler_(makeSampler(device, {.magnify = VK_FILTER_NEAREST,
                                    .minify = VK_FILTER_NEAREST,
                                    .mip = VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                    .addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                    .addressV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE})) {}

void ShadowMap::begin(VkCommandBuffer commands) const {
    imageBarrier(commands, depth_, discarded(kSampled), kDepthAttachment, VK_IMAGE_ASPECT_DEPTH_BIT);
    beginRendering(commands, {.area = {{0, 0}, depth_.extent()}, .depth = depth_.view(), .storeDepth = true});
    setViewport(commands, {{0, 0}, {SHADOW_MAP_SIZE, SHADOW_MAP_SIZE}});
}

void ShadowMap::beginContact(VkCommandBuffer commands) const {
    setViewport(commands, {{0, SHADOW_MAP_ROWS - CONTACT_MAP_SIZE}, {CONTACT_MAP_SIZE, CONTACT_MAP_SIZE}});
}

void ShadowMap::end(VkCommandBuffer commands) const {
    vkCmdEndRendering(commands);
    imageBarrier(commands, depth_, kDepthAttachment, kSampled, VK_IMAGE_ASPECT_DEPTH_BIT);
}

}  // namespace sinew
