#include "render/floor_shadow.h"

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "render/layouts.h"
#include "render/pipelines.h"
#include "render/target.h"
#include "shared.h"

namespace sinew {
namespace {

constexpr VkExtent2D kSize{192, 192};
constexpr VkRect2D kArea{{0, 0}, kSize};

}  // namespace

FloorShadow::FloorShadow(const Device& device, const Layouts& layouts, VkFormat depthFormat)
    : depth_(device, {.format = depthFormat, .extent = kSize, .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT}),
      sampler_(makeSampler(device, {.address = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE})) {
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2}};
    pool_ = makeDescriptorPool(device, 2, sizes);
    for (size_t i = 0; i < images_.size(); ++i) {
        images_[i] = Image(device, {.format = kShadowFormat,
                                    .extent = kSize,
                                    .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT});
        sets_[i] = allocateDescriptorSet(device, pool_, layouts.textureSet);
        writeTexture(device, sets_[i], 0, images_[i].view(), sampler_);
    }
}

void FloorShadow::begin(VkCommandBuffer commands) const {
    imageBarrier(commands, images_[0], discarded(kSampled), kColorAttachment);
    imageBarrier(commands, depth_, discarded(kDepthAttachment), kDepthAttachment, VK_IMAGE_ASPECT_DEPTH_BIT);
    beginRendering(commands,
                   {.area = kArea, .color = images_[0].view(), .clearColor = glm::vec4(0.0f), .depth = depth_.view()});
}

void FloorShadow::endAndBlur(VkCommandBuffer commands, const Layouts& layouts, Pipelines& pipelines) const {
    vkCmdEndRendering(commands);
    imageBarrier(commands, images_[0], kColorAttachment, kSampled);
    blur(commands, 0, 1, layouts, pipelines);
    blur(commands, 1, 0, layouts, pipelines);
}

void FloorShadow::clear(VkCommandBuffer commands) const {
    imageBarrier(commands, images_[0], discarded(kSampled), kColorAttachment);
    beginRendering(commands, {.area = kArea, .color = images_[0].view(), .clearColor = glm::vec4(0.0f)});
    vkCmdEndRendering(commands);
    imageBarrier(commands, images_[0], kColorAttachment, kSampled);
}

void FloorShadow::blur(VkCommandBuffer commands, size_t from, size_t to, const Layouts& layouts,
                       Pipelines& pipelines) const {
    const float texel = 1.0f / static_cast<float>(kSize.width);
    const shared::BlurConstants constants{.step = {from == 0 ? texel : 0.0f, from == 0 ? 0.0f : texel, 0.0f, 0.0f}};
    imageBarrier(commands, images_[to], discarded(kSampled), kColorAttachment);
    beginRendering(commands, {.area = kArea, .color = images_[to].view()});
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.of(Drawing::floorBlur));
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts.blur, 0, 1, &sets_[from], 0, nullptr);
    vkCmdPushConstants(commands, layouts.blur, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(constants), &constants);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRendering(commands);
    imageBarrier(commands, images_[to], kColorAttachment, kSampled);
}

}  // namespace sinew
