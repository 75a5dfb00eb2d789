#include "render/renderer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gpu/barrier.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/image.h"
#include "render/backdrop.h"
#include "render/draw_list.h"
#include "render/environment_map.h"
#include "render/frame_sets.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/occlusion.h"
#include "render/pipelines.h"
#include "render/pose_pass.h"
#include "render/shader_library.h"
#include "render/shadow_map.h"
#include "shared.h"

namespace sinew {
namespace {

constexpr float kReferenceHeight = 720.0f;  // of a picture for which the widths below are given in pixels
constexpr float kLineWidth = 4.0f, kMinLineWidth = 1.5f;
constexpr float kSeamWidth = 3.0f;  // between views side by side
constexpr glm::vec4 kSeamColor{0.01f, 0.01f, 0.015f, 1.0f};
constexpr uint32_t kLineCorners = 4;

/// What shaders read of the frame, apart from palettes.
struct Surroundings {
    uint32_t frameOffset = 0;  ///< FrameUniforms in the arena
    Behind behind = Behind::surfaces;
};

// The descriptor of the palette reaches this far beyond its offset even where no palette is bound. Synchronization
// validation also assumes that a draw reads as many instances as vertices: kLineCorners lines.
constexpr VkDeviceSize kArenaSlackBytes = sizeof(shared::Palette);
static_assert(kLineCorners * sizeof(Line) <= kArenaSlackBytes);

bool isMultisampled(const PictureFormat& format) {
    return format.samples != VK_SAMPLE_COUNT_1_BIT;
}

void bindGeometry(VkCommandBuffer commands, const GpuModel& model) {
    const std::array buffers{model.vertices(), model.moreInfluences()};
    const std::array<VkDeviceSize, 2> offsets{};
    vkCmdBindVertexBuffers(commands, 0, buffers[1] == VK_NULL_HANDLE ? 1 : 2, buffers.data(), offsets.data());
    vkCmdBindIndexBuffer(commands, model.indices(), 0, VK_INDEX_TYPE_UINT32);
}

void clearDepth(VkCommandBuffer commands, const VkRect2D& area) {
    const VkClearAttachment depth{.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT, .clearValue = {.depthStencil = {1.0f, 0}}};
    const VkClearRect rect{.rect = area, .layerCount = 1};
    vkCmdClearAttachments(commands, 1, &depth, 1, &rect);
}

/// Along the left edge of a view.
void clearSeam(VkCommandBuffer commands, const VkRect2D& area) {
    const float width = std::max(1.0f, kSeamWidth * static_cast<float>(area.extent.height) / kReferenceHeight);
    const VkExtent2D extent{std::min(static_cast<uint32_t>(width), area.extent.width), area.extent.height};
    const VkClearValue value{.color = {{kSeamColor.r, kSeamColor.g, kSeamColor.b, kSeamColor.a}}};
    const VkClearAttachment color{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .clearValue = value};
    const VkClearRect seam{.rect = {area.offset, extent}, .layerCount = 1};
    vkCmdClearAttachments(commands, 1, &color, 1, &seam);
}

/// Fills what the panel will cover.
void clearCovered(VkCommandBuffer commands, const Target& target, uint32_t left) {
    imageBarrier(commands, target.image, kColorAttachment, kColorAttachment);
    const VkRect2D area{{static_cast<int32_t>(left), 0}, {target.extent.width - left, target.extent.height}};
    beginRendering(commands, {.area = area, .color = target.view, .clearColor = kSeamColor});
    vkCmdEndRendering(commands);
}

}  // namespace

/// What it draws with.
struct Renderer::Objects {
    void resizeArenas(VkDeviceSize capacityBytes);
    void fitArenas(std::span<const Scene> sides);
    void fitImages(VkExtent2D extent, std::span<const Scene> sides);

    const Device& device;
    const ShaderLibrary& shaders;
    FrameRing& frames;
    PictureFormat format;
    EnvironmentMap environment;
    Layouts layouts{device};
    Pipelines pipelines{device, shaders, layouts, format};
    Backdrop backdrop{device, format};
    Backdrop opaqueBackdrop{device, format};  ///< for back sides
    Pipelines backdropPipelines{device, shaders, layouts, backdrop.format()};
    ShadowMap shadow{device};
    Occlusion occlusion{device, layouts};
    FrameSets sets{device, layouts, frames, {shadow, environment, backdrop, opaqueBackdrop, occlusion}};
    Image color;  ///< multisampled; unused with one sample
    Image depth;
    DrawList list;  ///< of the last view; keeps its memory for the next one
};

/// Records one view of a frame.
class Renderer::ViewRecorder {
  public:
    ViewRecorder(Objects& renderer, Frame& frame) : renderer_(renderer), frame_(frame), list_(renderer.list) {}

    void record(const Target& target);

  private:
    void recordPosing();
    void recordShadow();
    void recordOcclusion();
    void recordCasters(const Surroundings& around, Drawing drawing, Drawing masked);
    void recordBackdrop();
    void recordBackground(const Surroundings& around, Pipelines& pipelines);
    void recordBatch(const DrawBatch& batch, const Surroundings& around, Pipelines& pipelines);
    void recordLines();
    void drawPart(const Surroundings& around, const SurfaceDraw& surfaceDraw) const;
    void drawCopies(const SurfaceDraw& surfaceDraw) const;
    void bindFrame(VkPipelineLayout layout, const Surroundings& around, uint32_t paletteOffset = 0) const;

    Objects& renderer_;
    Frame& frame_;
    const DrawList& list_;
};

void Renderer::Objects::resizeArenas(VkDeviceSize capacityBytes) {
    frames.resizeArenas(capacityBytes);
    sets.write();
}

void Renderer::Objects::fitArenas(std::span<const Scene> sides) {
    VkDeviceSize bytes = kArenaSlackBytes;
    for (const Scene& scene : sides)
        bytes += arenaBytes(device, scene);
    if (bytes > frames.frame(0).arena.capacityBytes()) resizeArenas(bytes);
}

/// Makes the images that the scenes need as large as the target.
void Renderer::Objects::fitImages(VkExtent2D extent, std::span<const Scene> sides) {
    const auto fits = [&](VkExtent2D now) { return now.width == extent.width && now.height == extent.height; };
    const auto fit = [&](auto& images, VkExtent2D now, bool (*needs)(const Scene&)) {
        if (fits(now) || std::ranges::none_of(sides, needs)) return;
        frames.waitIdle();
        images.resize(extent);
        sets.writeImages();
    };
    fit(backdrop, backdrop.extent(), needsBackdrop);
    fit(opaqueBackdrop, opaqueBackdrop.extent(), needsOpaqueBackdrop);
    fit(occlusion, occlusion.targetExtent(), needsOcclusion);
    if (fits(depth.extent())) return;
    frames.waitIdle();
    depth = Image(device, {.format = format.depth,
                           .extent = extent,
                           .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                           .samples = format.samples});
    if (!isMultisampled(format)) return;
    color = Image(device, {.format = format.color,
                           .extent = extent,
                           .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT,
                           .samples = format.samples});
}

void Renderer::ViewRecorder::record(const Target& target) {
    renderer_.frames.writeTimestamp(frame_);
    if (list_.posing) recordPosing();
    renderer_.frames.writeTimestamp(frame_);
    recordShadow();
    renderer_.frames.writeTimestamp(frame_);
    if (list_.occlusion) recordOcclusion();
    if (list_.backdropFrameOffset) recordBackdrop();
    const bool first = list_.area.offset.x == 0, multisampled = isMultisampled(renderer_.format);
    const auto before = [&](const ImageUse& use) { return first ? discarded(use) : use; };
    imageBarrier(frame_.commands, target.image, before(kColorAttachment), kColorAttachment);
    imageBarrier(frame_.commands, renderer_.depth, before(kDepthAttachment), kDepthAttachment,
                 VK_IMAGE_ASPECT_DEPTH_BIT);
    if (multisampled) imageBarrier(frame_.commands, renderer_.color, before(kColorAttachment), kColorAttachment);
    beginRendering(frame_.commands, {.area = list_.area,
                                     .color = multisampled ? renderer_.color.view() : target.view,
                                     .resolve = multisampled ? target.view : VkImageView(VK_NULL_HANDLE),
                                     .depth = renderer_.depth.view()});
    const Surroundings around{list_.frameOffset};
    recordBackground(around, renderer_.pipelines);
    for (const DrawBatch& batch : list_.batches)
        recordBatch(batch, around, renderer_.pipelines);
    recordLines();
    if (!first) clearSeam(frame_.commands, list_.area);
    vkCmdEndRendering(frame_.commands);
}

void Renderer::ViewRecorder::recordCasters(const Surroundings& around, Drawing drawing, Drawing masked) {
    for (auto [batch, how] : {std::pair(list_.casters, drawing), std::pair(list_.maskedCasters, masked)}) {
        batch.drawing = how;
        if (batch.count > 0) recordBatch(batch, around, renderer_.pipelines);
    }
}

void Renderer::ViewRecorder::recordPosing() {
    // Keeps it apart from what came before, so that the timestamps around it are its own.
    memoryBarrier(frame_.commands, VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT, 0,
                  VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, 0);
    list_.posing->pass->bind(frame_.index, frame_.arena.buffer(), frame_.arena.buffer());
    list_.posing->pass->record(frame_.commands, frame_.index, list_.posing->offset, list_.posing->count);
}

void Renderer::ViewRecorder::recordShadow() {
    renderer_.shadow.begin(frame_.commands);
    recordCasters({list_.frameOffset}, Drawing::shadow, Drawing::maskedShadow);
    renderer_.shadow.beginContact(frame_.commands);
    if (list_.contactFrameOffset) recordCasters({*list_.contactFrameOffset}, Drawing::shadow, Drawing::maskedShadow);
    renderer_.shadow.end(frame_.commands);
}

void Renderer::ViewRecorder::recordOcclusion() {
    const Surroundings around{list_.occlusion->frameOffset};
    const auto draw = [&](Drawing drawing, VkDescriptorSet input) {
        bindFrame(renderer_.layouts.occlusion, around);
        vkCmdBindDescriptorSets(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, renderer_.layouts.occlusion, 1, 1,
                                &input, 0, nullptr);
        vkCmdBindPipeline(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, renderer_.pipelines.of(drawing));
        vkCmdDraw(frame_.commands, 3, 1, 0, 0);
    };
    renderer_.occlusion.beginDepths(frame_.commands, list_.occlusion->view);
    recordCasters(around, Drawing::depth, Drawing::maskedDepth);
    renderer_.occlusion.beginOpenness(frame_.commands, list_.occlusion->model);
    draw(Drawing::occlusion, renderer_.occlusion.depths());
    renderer_.occlusion.beginBlur(frame_.commands, list_.occlusion->model);
    draw(Drawing::occlusionBlur, renderer_.occlusion.openness());
    renderer_.occlusion.end(frame_.commands);
}

void Renderer::ViewRecorder::recordBackdrop() {
    const Surroundings nothing{*list_.backdropFrameOffset, Behind::nothing};
    const Surroundings opaque{*list_.backdropFrameOffset, Behind::opaque};
    const auto draw = [&](const Backdrop& backdrop, bool withBacks) {
        backdrop.begin(frame_.commands, list_.area);
        recordBackground(nothing, renderer_.backdropPipelines);
        for (const DrawBatch& batch : list_.batches)
            if (batch.inBackdrop) recordBatch(batch, nothing, renderer_.backdropPipelines);
        for (const DrawBatch& batch : list_.backs)
            if (withBacks) recordBatch(batch, opaque, renderer_.backdropPipelines);
        backdrop.end(frame_.commands);
    };
    if (!list_.backs.empty()) draw(renderer_.opaqueBackdrop, false);
    draw(renderer_.backdrop, !list_.backs.empty());
}

void Renderer::ViewRecorder::recordBackground(const Surroundings& around, Pipelines& pipelines) {
    bindFrame(renderer_.layouts.floor, around);
    vkCmdBindPipeline(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.of(list_.background));
    vkCmdDraw(frame_.commands, 3, 1, 0, 0);
}

void Renderer::ViewRecorder::recordBatch(const DrawBatch& batch, const Surroundings& around, Pipelines& pipelines) {
    vkCmdBindPipeline(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      pipelines.of(batch.drawing, list_.skinning, batch.layers, batch.instanced));
    bindGeometry(frame_.commands, *list_.model);
    for (const SurfaceDraw& draw : std::span(list_.draws).subspan(batch.first, batch.count)) {
        const GpuModel::Surface& surface = list_.model->surface(list_.model->draws()[draw.draw]);
        vkCmdBindDescriptorSets(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, renderer_.layouts.lit, SET_MATERIAL,
                                1, &surface.set, 0, nullptr);
        vkCmdPushConstants(frame_.commands, renderer_.layouts.lit, VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                           sizeof(draw.constants), &draw.constants);
        vkCmdSetCullMode(frame_.commands, draw.cullMode);
        if (draw.indicesOffset)
            vkCmdBindIndexBuffer(frame_.commands, frame_.arena.buffer(), *draw.indicesOffset, VK_INDEX_TYPE_UINT32);
        drawPart(around, draw);
    }
    vkCmdSetCullMode(frame_.commands, VK_CULL_MODE_NONE);
    if (batch.clearsDepth) clearDepth(frame_.commands, list_.area);
}

void Renderer::ViewRecorder::recordLines() {
    if (list_.lineCount == 0) return;
    bindFrame(renderer_.layouts.line, {list_.frameOffset});
    const auto width = static_cast<float>(list_.area.extent.width),
               height = static_cast<float>(list_.area.extent.height);
    const shared::LineConstants constants{
        .viewport = {width, height, std::max(kMinLineWidth, kLineWidth * height / kReferenceHeight), 0.0f}};
    const VkBuffer lines = frame_.arena.buffer();
    vkCmdBindPipeline(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, renderer_.pipelines.of(Drawing::line));
    vkCmdPushConstants(frame_.commands, renderer_.layouts.line, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants),
                       &constants);
    vkCmdBindVertexBuffers(frame_.commands, 0, 1, &lines, &list_.linesOffset);
    vkCmdDraw(frame_.commands, kLineCorners, list_.lineCount, 0, 0);
}

void Renderer::ViewRecorder::drawPart(const Surroundings& around, const SurfaceDraw& surfaceDraw) const {
    const GpuModel::Draw& draw = list_.model->draws()[surfaceDraw.draw];
    const PosedPart& part = list_.parts[surfaceDraw.part];
    bindFrame(renderer_.layouts.lit, around, part.paletteOffset);
    vkCmdPushConstants(frame_.commands, renderer_.layouts.lit, VK_SHADER_STAGE_VERTEX_BIT, DRAW_CONSTANTS_OFFSET,
                       sizeof(part.constants), &part.constants);
    if (surfaceDraw.copies > 1) return drawCopies(surfaceDraw);
    const GpuModel::Level& level = draw.levels[part.level];
    vkCmdDrawIndexed(frame_.commands, level.indexCount, surfaceDraw.instance ? 1 : part.instanceCount,
                     surfaceDraw.indicesOffset ? 0 : level.firstIndex, draw.vertexOffset,
                     part.firstInstance + surfaceDraw.instance.value_or(0));
}

void Renderer::ViewRecorder::drawCopies(const SurfaceDraw& surfaceDraw) const {
    const size_t step = list_.model->draws().size();  // from each copy to the next
    const auto commandBytes = static_cast<uint32_t>(sizeof(VkDrawIndexedIndirectCommand));
    const VkDeviceSize first = list_.commandsOffset + surfaceDraw.part * VkDeviceSize{commandBytes};
    if (renderer_.device.features().multiDraws) {
        vkCmdDrawIndexedIndirect(frame_.commands, frame_.arena.buffer(), first, surfaceDraw.copies,
                                 static_cast<uint32_t>(step) * commandBytes);
        return;
    }
    const GpuModel::Draw& draw = list_.model->draws()[surfaceDraw.draw];
    for (uint32_t copy = 0; copy < surfaceDraw.copies; ++copy) {
        const PosedPart& part = list_.parts[surfaceDraw.part + copy * step];
        const GpuModel::Level& level = draw.levels[part.level];
        vkCmdDrawIndexed(frame_.commands, level.indexCount, part.instanceCount, level.firstIndex, draw.vertexOffset,
                         part.firstInstance);
    }
}

void Renderer::ViewRecorder::bindFrame(VkPipelineLayout layout, const Surroundings& around,
                                       uint32_t paletteOffset) const {
    const std::array offsets{around.frameOffset, paletteOffset};
    const VkDescriptorSet set = renderer_.sets.of(list_.model, around.behind, frame_.index);
    vkCmdBindDescriptorSets(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, SET_FRAME, 1, &set,
                            static_cast<uint32_t>(offsets.size()), offsets.data());
}

std::optional<GpuTimes> gpuTimes(const Frame& frame) {
    const std::vector<double>& at = frame.timestampMilliseconds;
    if (at.size() < 4) return std::nullopt;
    GpuTimes times;
    for (size_t view = 0; view + 3 < at.size(); view += 3) {
        times.pose += at[view + 1] - at[view];
        times.shadow += at[view + 2] - at[view + 1];
        times.surfaces += at[view + 3] - at[view + 2];
    }
    return times;
}

Renderer::Renderer(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format, FrameRing& frames,
                   const Environment& environment)
    : objects_(new Objects{device, shaders, frames, format, EnvironmentMap(device, environment)}) {
    const GpuModel* const none = nullptr;
    prepare(std::span(&none, 1));
}

Renderer::~Renderer() = default;

void Renderer::prepare(std::span<const GpuModel* const> models) {
    objects_->sets.make(models);
    VkDeviceSize bytes = kArenaSlackBytes;
    for (const GpuModel* model : models)
        bytes += arenaBytes(objects_->device, {.model = model});
    objects_->resizeArenas(bytes);
}

void Renderer::setEnvironment(const Environment& environment) {
    objects_->frames.waitIdle();
    objects_->environment = EnvironmentMap(objects_->device, environment);
    objects_->sets.writeImages();
}

void Renderer::makePipelines(const Look& look) {
    std::vector<Pipelines::Key> keys;
    const auto add = [&](Drawing drawing, uint32_t layers = 0) { keys.push_back({drawing, look.skinning, layers}); };
    add(backgroundDrawing(look));
    add(surfaceDrawing(look), hasOcclusion(look) ? LAYER_OCCLUDED : 0);
    if (castsShadow(look)) add(Drawing::shadow);
    if (hasOcclusion(look)) add(Drawing::depth), add(Drawing::occlusion), add(Drawing::occlusionBlur);
    objects_->pipelines.prepare(keys);
}

void Renderer::reloadShaders() {
    objects_->frames.waitIdle();
    objects_->pipelines.recreate();
    objects_->backdropPipelines.recreate();
}

void Renderer::record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth) {
    objects_->fitArenas(sides);  // before the first command: after an error, the frame can be recorded again
    objects_->fitImages(target.extent, sides);
    const VkExtent2D visible = uncoveredExtent(target.extent, coveredWidth);
    for (size_t side = 0; side < sides.size(); ++side) {
        const VkRect2D area = sideArea(visible, side, sides.size());
        if (area.extent.width == 0) continue;
        planDraws(objects_->device, sides[side], objects_->environment, target.extent, area, frame.arena,
                  objects_->list);
        ViewRecorder(*objects_, frame).record(target);
    }
    if (visible.width < target.extent.width) clearCovered(frame.commands, target, visible.width);
    objects_->frames.writeTimestamp(frame);
}

void Renderer::dropAttachments() {
    objects_->color = Image();
    objects_->depth = Image();
    objects_->backdrop.drop();
    objects_->opaqueBackdrop.drop();
    objects_->occlusion.drop();
    objects_->sets.writeImages();
}

const Layouts& Renderer::layouts() const {
    return objects_->layouts;
}

Pipelines& Renderer::pipelines() {
    return objects_->pipelines;
}

}  // namespace sinew
