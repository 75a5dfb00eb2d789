#include "render/occlusion.h"

#include <array>
#include <cmath>

#include <glm/common.hpp>
#include <glm/gtx/transform.hpp>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/frame_arena.h"
#include "gpu/pipeline.h"
#include "render/layouts.h"
#include "render/light.h"
#include "render/target.h"

namespace sinew {
namespace {

/// The part of a picture of `extent` that the box may cover, and a texel around it.
VkRect2D coveredArea(const Box& box, const glm::mat4& clipFromWorld, VkExtent2D extent) {
    glm::vec2 low(1.0f), high(-1.0f);
    for (const float x : {box.min.x, box.max.x})
        for (const float y : {box.min.y, box.max.y})
            for (const float z : {box.min.z, box.max.z}) {
                const glm::vec4 clip = clipFromWorld * glm::vec4(x, y, z, 1.0f);
                if (clip.w <= 0.0f) return {{0, 0}, extent};
                low = glm::min(low, glm::vec2(clip) / clip.w);
                high = glm::max(high, glm::vec2(clip) / clip.w);
            }
    const glm::vec2 size(extent.width, extent.height);
    const auto texel = [&](const glm::vec2& place, float margin) {
        return glm::clamp((place * 0.5f + 0.5f) * size + margin, {}, size);
    };
    const glm::ivec2 first(glm::floor(texel(low, -1.0f))), last(glm::ceil(texel(high, 1.0f)));
    const glm::uvec2 count(glm::max(last - first, glm::ivec2(0)));
    return {{first.x, first.y}, {count.x, count.y}};
}

}  // namespace

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

std::optional<AmbientOcclusion> planOcclusion(const Scene& scene, const VkRect2D& area, shared::FrameUniforms& frame,
                                              FrameArena& arena) {
    constexpr float kRadius = 0.5f;  // per size of the model; the best of 0.2 to 0.6 against ray-traced openness
    const Box& box = scene.ground.footprint;
    const VkRect2D view{{0, 0}, Occlusion::halfOf(area.extent)};
    // The picture looks straight at the target: what the shift leaves out is below the panel.
    const glm::mat4 clipFromWorld = glm::translate(glm::vec3(-scene.camera.shift, 0.0f)) * frame.clipFromWorld;
    const VkRect2D model = coveredArea(box, clipFromWorld, view.extent);
    if (model.extent.width == 0 || model.extent.height == 0) return std::nullopt;
    const float radius = kRadius * casterSize(scene.ground);
    const float tangent = std::tan(0.5f * scene.camera.fieldOfView);
    const glm::vec2 size(view.extent.width, view.extent.height);
    const glm::vec2 scale = size / glm::vec2(area.extent.width, area.extent.height);
    // Depth is offset / distance - slope, where the rows of depth and distance are parallel.
    const glm::mat4 rows = glm::transpose(frame.clipFromWorld);
    const float slope =
        -glm::dot(glm::vec3(rows[2]), glm::vec3(rows[3])) / glm::dot(glm::vec3(rows[3]), glm::vec3(rows[3]));
    const float offset = glm::dot(rows[2], frame.eye);
    frame.occlusion = {0.5f * size.y / tangent, tangent * aspectOf(area.extent), tangent, 1.0f / radius};
    frame.occlusionFromTarget =
        glm::vec4(scale, -scale * glm::vec2(area.offset.x, area.offset.y) - 0.5f * scene.camera.shift * size);
    frame.occlusionPicture = {size, radius / offset, radius * slope / offset};
    const glm::vec2 first(model.offset.x, model.offset.y), count(model.extent.width, model.extent.height);
    frame.occlusionArea = glm::vec4(first, first + count - 1.0f);
    shared::FrameUniforms eye = frame;
    eye.keyLight.w = 0.0f;
    eye.shadowFromWorld =
        glm::translate(glm::vec3(0.5f, 0.5f, 0.0f)) * glm::scale(glm::vec3(0.5f, 0.5f, 1.0f)) * clipFromWorld;
    return AmbientOcclusion{.frameOffset = arena.push(eye), .view = view, .model = model};
}

}  // namespace sinew
