#include "render/panel.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>

#include <imgui.h>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/pipeline.h"
#include "gpu/upload.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/pipelines.h"
#include "shared.h"

namespace sinew {
namespace {

static_assert(sizeof(PanelVertex) == sizeof(ImDrawVert) && offsetof(PanelVertex, uv) == offsetof(ImDrawVert, uv) &&
              offsetof(PanelVertex, color) == offsetof(ImDrawVert, col));
constexpr VkIndexType kIndexType = sizeof(ImDrawIdx) == 2 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32;

void fit(const Device& device, Buffer& buffer, size_t bytes, VkBufferUsageFlags usage) {
    // Doubled, so that a slowly growing panel does not need a new buffer every time.
    if (buffer.sizeBytes() < bytes) buffer = Buffer(device, 2 * bytes, usage, MemoryKind::upload);
}

/// The clip rectangle clamped to the target.
VkRect2D scissorFrom(const ImVec4& clip, VkExtent2D extent) {
    const auto within = [](float value, uint32_t limit) { return std::clamp(value, 0.0f, static_cast<float>(limit)); };
    const auto left = static_cast<int32_t>(within(clip.x, extent.width)),
               top = static_cast<int32_t>(within(clip.y, extent.height));
    const auto right = static_cast<int32_t>(within(clip.z, extent.width)),
               bottom = static_cast<int32_t>(within(clip.w, extent.height));
    return {{left, top},
            {static_cast<uint32_t>(std::max(right - left, 0)), static_cast<uint32_t>(std::max(bottom - top, 0))}};
}

}  // namespace

Panel::Panel(const Device& device, const Layouts& layouts, uint32_t framesInFlight)
    : device_(&device), sampler_(makeSampler(device, {})), geometry_(framesInFlight) {
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1}};
    pool_ = makeDescriptorPool(device, 1, sizes);
    set_ = allocateDescriptorSet(device, pool_, layouts.textureSet);
    takeFont();
}

void Panel::takeFont() {
    unsigned char* texels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&texels, &width, &height);
    atlas_ = Image(*device_, {.format = VK_FORMAT_R8G8B8A8_UNORM,
                              .extent = {static_cast<uint32_t>(width), static_cast<uint32_t>(height)},
                              .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT});
    Uploader uploader(*device_);
    uploader.add(atlas_, std::as_bytes(std::span(texels, size_t{4} * width * height)));
    uploader.finish();
    writeTexture(*device_, set_, 0, atlas_.view(), sampler_);
}

void Panel::show(const GpuModel& model, const Layouts& layouts) {
    images_.clear();
    const auto count = static_cast<uint32_t>(model.images().size());
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, count}};
    modelPool_ = makeDescriptorPool(*device_, count, sizes);
    for (const Image& image : model.images()) {
        const Picture& picture =
            images_.emplace_back(Picture{.set = allocateDescriptorSet(*device_, modelPool_, layouts.textureSet),
                                         .flags = image.format() == VK_FORMAT_R8G8B8A8_SRGB ? 0 : PANEL_ENCODED});
        writeTexture(*device_, picture.set, 0, image.view(), sampler_);
    }
}

Panel::Picture Panel::pictureOf(uintptr_t texture) const {
    const size_t image = texture / 2;
    if (image == 0 || image >= images_.size()) return {set_, 0};
    return {images_[image].set, images_[image].flags | (texture % 2 == 1 ? PANEL_OPAQUE : 0)};
}

Panel::Geometry& Panel::fill(const Frame& frame, const ImDrawData& lists) {
    Geometry& geometry = geometry_[frame.index];
    fit(*device_, geometry.vertices, static_cast<size_t>(lists.TotalVtxCount) * sizeof(ImDrawVert),
        VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    fit(*device_, geometry.indices, static_cast<size_t>(lists.TotalIdxCount) * sizeof(ImDrawIdx),
        VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    std::byte* vertices = geometry.vertices.mapped().data();
    std::byte* indices = geometry.indices.mapped().data();
    for (int i = 0; i < lists.CmdListsCount; ++i) {
        const ImDrawList& list = *lists.CmdLists[i];
        std::memcpy(vertices, list.VtxBuffer.Data, static_cast<size_t>(list.VtxBuffer.size_in_bytes()));
        std::memcpy(indices, list.IdxBuffer.Data, static_cast<size_t>(list.IdxBuffer.size_in_bytes()));
        vertices += list.VtxBuffer.size_in_bytes();
        indices += list.IdxBuffer.size_in_bytes();
    }
    return geometry;
}

void Panel::record(const Frame& frame, const Target& target, const ImDrawData& lists, const Layouts& layouts,
                   Pipelines& pipelines) {
    if (lists.TotalIdxCount == 0) return;
    const Geometry& geometry = fill(frame, lists);
    imageBarrier(frame.commands, target.image, kColorAttachment, kColorAttachment);
    beginRendering(frame.commands, {.area = {{0, 0}, target.extent}, .color = target.view, .loadColor = true});
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.of(Drawing::panel));
    const float width = static_cast<float>(target.extent.width), height = static_cast<float>(target.extent.height);
    std::optional<uintptr_t> bound;
    const auto bind = [&](uintptr_t texture) {
        if (bound == texture) return;
        bound = texture;
        const Picture picture = pictureOf(texture);
        vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts.panel, 0, 1, &picture.set, 0,
                                nullptr);
        const shared::PanelConstants constants{.scaleOffset = {2.0f / width, 2.0f / height, -1.0f, -1.0f},
                                               .flags = picture.flags};
        vkCmdPushConstants(frame.commands, layouts.panel, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                           sizeof(constants), &constants);
    };
    const VkBuffer vertices = geometry.vertices;
    const VkDeviceSize offset = 0;
    vkCmdBindVertexBuffers(frame.commands, 0, 1, &vertices, &offset);
    vkCmdBindIndexBuffer(frame.commands, geometry.indices, 0, kIndexType);

    uint32_t firstIndex = 0;
    int32_t firstVertex = 0;
    for (int i = 0; i < lists.CmdListsCount; ++i) {
        const ImDrawList& list = *lists.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const VkRect2D scissor = scissorFrom(command.ClipRect, target.extent);
            if (scissor.extent.width == 0 || scissor.extent.height == 0) continue;
            vkCmdSetScissor(frame.commands, 0, 1, &scissor);
            bind(uintptr_t(command.GetTexID()));
            vkCmdDrawIndexed(frame.commands, command.ElemCount, 1, firstIndex + command.IdxOffset,
                             firstVertex + static_cast<int32_t>(command.VtxOffset), 0);
        }
        firstIndex += static_cast<uint32_t>(list.IdxBuffer.Size);
        firstVertex += list.VtxBuffer.Size;
    }
    vkCmdEndRendering(frame.commands);
}

}  // namespace sinew
