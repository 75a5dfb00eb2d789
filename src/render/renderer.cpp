#include "render/renderer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/image.h"
#include "render/backdrop.h"
#include "render/draw_list.h"
#include "render/environment_map.h"
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
constexpr uint32_t kSetsPerFrame = 3;  // one for each Behind

/// What surfaces that transmit light show behind them.
enum class Behind {
    surfaces,  ///< opaque ones, and the back sides of those that transmit light
    opaque,
    nothing,  ///< they are not drawn
};

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

/// The renderer's objects, and what it does with them.
class Renderer::Recorder {
  public:
    Recorder(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format, FrameRing& frames,
             const Environment& environment);

    // As those of Renderer.
    void prepare(std::span<const GpuModel* const> models);
    void setEnvironment(const Environment& environment);
    void makePipelines(const Look& look);
    void reloadShaders();
    void record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth);
    void dropAttachments();
    const Layouts& layouts() const { return layouts_; }
    Pipelines& pipelines() { return pipelines_; }

  private:
    void makeFrameSets();
    Behind behindOf(size_t set) const;
    void fitArenas(std::span<const Scene> sides);
    void resizeArenas(VkDeviceSize capacityBytes);
    void fitAttachments(VkExtent2D extent);
    void fitBackdrop(Backdrop& backdrop, VkExtent2D extent);
    void writeEnvironment(size_t set) const;
    void writeBackdrop(size_t set) const;
    void writeOpenness(size_t set) const;
    void recordView(Frame& frame, const Target& target, const DrawList& list);
    void recordPosing(const Frame& frame, const PosedOnDevice& posing);
    void recordShadow(const Frame& frame, const DrawList& list);
    void fitOcclusion(VkExtent2D extent);
    void recordOcclusion(const Frame& frame, const DrawList& list);
    void recordCasters(const Frame& frame, const DrawList& list, const Surroundings& around, Drawing drawing,
                       Drawing masked);
    void recordBackdrop(const Frame& frame, const DrawList& list);
    void recordBackground(const Frame& frame, const DrawList& list, const Surroundings& around, Pipelines& pipelines);
    void recordBatch(const Frame& frame, const DrawList& list, const DrawBatch& batch, const Surroundings& around,
                     Pipelines& pipelines);
    void recordLines(const Frame& frame, const DrawList& list);
    void drawPart(const Frame& frame, const DrawList& list, const Surroundings& around,
                  const SurfaceDraw& surfaceDraw) const;
    void drawCopies(const Frame& frame, const DrawList& list, const SurfaceDraw& surfaceDraw) const;
    void bindFrame(const Frame& frame, VkPipelineLayout layout, const DrawList& list, const Surroundings& around,
                   uint32_t paletteOffset = 0) const;

    const Device* device_;
    FrameRing* frames_;
    PictureFormat format_;
    Layouts layouts_;
    Pipelines pipelines_;
    Backdrop backdrop_;
    Backdrop opaqueBackdrop_;  ///< for back sides
    Pipelines backdropPipelines_;
    ShadowMap shadow_;
    Occlusion occlusion_;
    EnvironmentMap environment_;
    DescriptorPoolHandle pool_;
    std::vector<VkDescriptorSet> frameSets_;  ///< for each model and each Behind, one for each frame in flight
    std::vector<const GpuModel*> models_;
    Image color_;  ///< multisampled; unused with one sample
    Image depth_;
    DrawList list_;  ///< of the last view; keeps its memory for the next one
};

Renderer::Recorder::Recorder(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format,
                             FrameRing& frames, const Environment& environment)
    : device_(&device),
      frames_(&frames),
      format_(format),
      layouts_(device),
      pipelines_(device, shaders, layouts_, format),
      backdrop_(device, format),
      opaqueBackdrop_(device, format),
      backdropPipelines_(device, shaders, layouts_, backdrop_.format()),
      shadow_(device),
      occlusion_(device, layouts_),
      environment_(device, environment) {
    const GpuModel* const none = nullptr;
    prepare(std::span(&none, 1));
}

void Renderer::Recorder::prepare(std::span<const GpuModel* const> models) {
    models_.assign(models.begin(), models.end());
    makeFrameSets();
    VkDeviceSize bytes = kArenaSlackBytes;
    for (const GpuModel* model : models_)
        bytes += arenaBytes(*device_, {.model = model});
    resizeArenas(bytes);
}

void Renderer::Recorder::makeFrameSets() {
    const auto sets = static_cast<uint32_t>(models_.size()) * kSetsPerFrame * frames_->framesInFlight();
    if (frameSets_.size() == sets) return;
    frames_->waitIdle();
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 2 * sets},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 4 * sets},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4 * sets}};
    pool_ = makeDescriptorPool(*device_, sets, sizes);
    frameSets_.clear();
    for (uint32_t i = 0; i < sets; ++i)
        frameSets_.push_back(allocateDescriptorSet(*device_, pool_, layouts_.frameSet));
}

Behind Renderer::Recorder::behindOf(size_t set) const {
    return static_cast<Behind>(set / frames_->framesInFlight() % kSetsPerFrame);
}

void Renderer::Recorder::fitArenas(std::span<const Scene> sides) {
    VkDeviceSize bytes = kArenaSlackBytes;
    for (const Scene& scene : sides)
        bytes += arenaBytes(*device_, scene);
    if (bytes > frames_->frame(0).arena.capacityBytes()) resizeArenas(bytes);
}

void Renderer::Recorder::resizeArenas(VkDeviceSize capacityBytes) {
    frames_->resizeArenas(capacityBytes);
    constexpr VkDescriptorType kUniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    for (uint32_t i = 0; i < frameSets_.size(); ++i) {
        const VkBuffer arena = frames_->frame(i % frames_->framesInFlight()).arena.buffer();
        const GpuModel* model = models_[i / (size_t{kSetsPerFrame} * frames_->framesInFlight())];
        const VkDescriptorSet set = frameSets_[i];
        writeBuffer(*device_, set, BINDING_FRAME, kUniform, arena, sizeof(shared::FrameUniforms));
        writeBuffer(*device_, set, BINDING_PALETTE, kUniform, arena, sizeof(shared::Palette));
        writeTexture(*device_, set, BINDING_SHADOW, shadow_.view(), shadow_.sampler());
        writeEnvironment(i);
        writeBuffer(*device_, set, BINDING_MORPH_WEIGHTS, kStorage, arena);
        writeBuffer(*device_, set, BINDING_INSTANCES, kStorage, arena);
        writeBuffer(*device_, set, BINDING_MORPH_STARTS, kStorage, model ? model->morphStarts() : arena);
        writeBuffer(*device_, set, BINDING_MORPH_DELTAS, kStorage, model ? model->morphDeltas() : arena);
    }
}

void Renderer::Recorder::setEnvironment(const Environment& environment) {
    frames_->waitIdle();
    environment_ = EnvironmentMap(*device_, environment);
    for (size_t i = 0; i < frameSets_.size(); ++i)
        writeEnvironment(i);
}

void Renderer::Recorder::makePipelines(const Look& look) {
    pipelines_.of(backgroundDrawing(look));
    pipelines_.of(surfaceDrawing(look), look.skinning, hasOcclusion(look) ? LAYER_OCCLUDED : 0);
    if (castsShadow(look)) pipelines_.of(Drawing::shadow, look.skinning);
}

void Renderer::Recorder::reloadShaders() {
    frames_->waitIdle();
    pipelines_.recreate();
    backdropPipelines_.recreate();
}

void Renderer::Recorder::record(Frame& frame, const Target& target, std::span<const Scene> sides,
                                uint32_t coveredWidth) {
    fitArenas(sides);  // before the first command: after an error, the frame can be recorded again
    fitAttachments(target.extent);
    if (std::ranges::any_of(sides, needsBackdrop)) fitBackdrop(backdrop_, target.extent);
    if (std::ranges::any_of(sides, needsOpaqueBackdrop)) fitBackdrop(opaqueBackdrop_, target.extent);
    if (std::ranges::any_of(sides, needsOcclusion)) fitOcclusion(target.extent);
    const VkExtent2D visible = uncoveredExtent(target.extent, coveredWidth);
    for (size_t side = 0; side < sides.size(); ++side) {
        const VkRect2D area = sideArea(visible, side, sides.size());
        if (area.extent.width == 0) continue;
        planDraws(sides[side], environment_, target.extent, area, device_->features().wireframe, frame.arena, list_);
        recordView(frame, target, list_);
    }
    if (visible.width < target.extent.width) clearCovered(frame.commands, target, visible.width);
    frames_->writeTimestamp(frame);
}

void Renderer::Recorder::fitAttachments(VkExtent2D extent) {
    if (depth_.extent().width == extent.width && depth_.extent().height == extent.height) return;
    frames_->waitIdle();
    depth_ = Image(*device_, {.format = format_.depth,
                              .extent = extent,
                              .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                              .samples = format_.samples});
    if (isMultisampled(format_))
        color_ =
            Image(*device_, {.format = format_.color,
                             .extent = extent,
                             .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT,
                             .samples = format_.samples});
}

void Renderer::Recorder::fitBackdrop(Backdrop& backdrop, VkExtent2D extent) {
    if (backdrop.extent().width == extent.width && backdrop.extent().height == extent.height) return;
    frames_->waitIdle();
    backdrop.resize(extent);
    for (size_t i = 0; i < frameSets_.size(); ++i)
        writeBackdrop(i);
}

void Renderer::Recorder::writeEnvironment(size_t set) const {
    writeTexture(*device_, frameSets_[set], BINDING_ENVIRONMENT, environment_.view(), environment_.sampler());
    writeBackdrop(set);  // this and the next may be the environment, too
    writeOpenness(set);
}

void Renderer::Recorder::writeBackdrop(size_t set) const {
    const Behind behind = behindOf(set);
    const Backdrop& backdrop = behind == Behind::opaque ? opaqueBackdrop_ : backdrop_;
    const bool isShown = behind != Behind::nothing && backdrop.extent().width > 0;  // otherwise nothing reads it
    writeTexture(*device_, frameSets_[set], BINDING_BACKDROP, isShown ? backdrop.view() : environment_.view(),
                 backdrop.sampler());
}

void Renderer::Recorder::fitOcclusion(VkExtent2D extent) {
    const VkExtent2D now = occlusion_.targetExtent();
    if (now.width == extent.width && now.height == extent.height) return;
    frames_->waitIdle();
    occlusion_.resize(extent);
    for (size_t i = 0; i < frameSets_.size(); ++i)
        writeOpenness(i);
}

void Renderer::Recorder::writeOpenness(size_t set) const {
    const bool hasOpenness = occlusion_.targetExtent().width > 0;  // otherwise nothing reads it
    writeTexture(*device_, frameSets_[set], BINDING_OPENNESS, hasOpenness ? occlusion_.view() : environment_.view(),
                 occlusion_.sampler());
}

void Renderer::Recorder::dropAttachments() {
    color_ = Image();
    depth_ = Image();
    backdrop_.drop();
    opaqueBackdrop_.drop();
    occlusion_.drop();
    for (size_t i = 0; i < frameSets_.size(); ++i) {
        writeBackdrop(i);
        writeOpenness(i);
    }
}

void Renderer::Recorder::recordView(Frame& frame, const Target& target, const DrawList& list) {
    frames_->writeTimestamp(frame);
    if (list.posing) recordPosing(frame, *list.posing);
    frames_->writeTimestamp(frame);
    recordShadow(frame, list);
    frames_->writeTimestamp(frame);
    if (list.occlusion) recordOcclusion(frame, list);
    if (list.backdropFrameOffset) recordBackdrop(frame, list);
    const bool first = list.area.offset.x == 0, multisampled = isMultisampled(format_);
    const auto before = [&](const ImageUse& use) { return first ? discarded(use) : use; };
    imageBarrier(frame.commands, target.image, before(kColorAttachment), kColorAttachment);
    imageBarrier(frame.commands, depth_, before(kDepthAttachment), kDepthAttachment, VK_IMAGE_ASPECT_DEPTH_BIT);
    if (multisampled) imageBarrier(frame.commands, color_, before(kColorAttachment), kColorAttachment);
    beginRendering(frame.commands, {.area = list.area,
                                    .color = multisampled ? color_.view() : target.view,
                                    .resolve = multisampled ? target.view : VkImageView(VK_NULL_HANDLE),
                                    .depth = depth_.view()});
    const Surroundings around{list.frameOffset};
    recordBackground(frame, list, around, pipelines_);
    for (const DrawBatch& batch : list.batches)
        recordBatch(frame, list, batch, around, pipelines_);
    recordLines(frame, list);
    if (!first) clearSeam(frame.commands, list.area);
    vkCmdEndRendering(frame.commands);
}

void Renderer::Recorder::recordCasters(const Frame& frame, const DrawList& list, const Surroundings& around,
                                       Drawing drawing, Drawing masked) {
    for (auto [batch, how] : {std::pair(list.casters, drawing), std::pair(list.maskedCasters, masked)}) {
        batch.drawing = how;
        if (batch.count > 0) recordBatch(frame, list, batch, around, pipelines_);
    }
}

void Renderer::Recorder::recordPosing(const Frame& frame, const PosedOnDevice& posing) {
    // Keeps it apart from what came before, so that the timestamps around it are its own.
    memoryBarrier(frame.commands, VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT, 0,
                  VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, 0);
    posing.pass->bind(frame.index, frame.arena.buffer(), frame.arena.buffer());
    posing.pass->record(frame.commands, frame.index, posing.offset, posing.count);
}

void Renderer::Recorder::recordShadow(const Frame& frame, const DrawList& list) {
    shadow_.begin(frame.commands);
    recordCasters(frame, list, {list.frameOffset}, Drawing::shadow, Drawing::maskedShadow);
    shadow_.end(frame.commands);
}

void Renderer::Recorder::recordOcclusion(const Frame& frame, const DrawList& list) {
    const Surroundings around{list.occlusion->frameOffset};
    const auto draw = [&](Drawing drawing, VkDescriptorSet input) {
        bindFrame(frame, layouts_.occlusion, list, around);
        vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts_.occlusion, 1, 1, &input, 0,
                                nullptr);
        vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.of(drawing));
        vkCmdDraw(frame.commands, 3, 1, 0, 0);
    };
    occlusion_.beginDepths(frame.commands, list.occlusion->view);
    recordCasters(frame, list, around, Drawing::depth, Drawing::maskedDepth);
    occlusion_.beginOpenness(frame.commands, list.occlusion->model);
    draw(Drawing::occlusion, occlusion_.depths());
    occlusion_.beginBlur(frame.commands, list.occlusion->model);
    draw(Drawing::occlusionBlur, occlusion_.openness());
    occlusion_.end(frame.commands);
}

void Renderer::Recorder::recordBackdrop(const Frame& frame, const DrawList& list) {
    const Surroundings nothing{*list.backdropFrameOffset, Behind::nothing};
    const Surroundings opaque{*list.backdropFrameOffset, Behind::opaque};
    const auto draw = [&](const Backdrop& backdrop, bool withBacks) {
        backdrop.begin(frame.commands, list.area);
        recordBackground(frame, list, nothing, backdropPipelines_);
        for (const DrawBatch& batch : list.batches)
            if (batch.inBackdrop) recordBatch(frame, list, batch, nothing, backdropPipelines_);
        for (const DrawBatch& batch : list.backs)
            if (withBacks) recordBatch(frame, list, batch, opaque, backdropPipelines_);
        backdrop.end(frame.commands);
    };
    if (!list.backs.empty()) draw(opaqueBackdrop_, false);
    draw(backdrop_, !list.backs.empty());
}

void Renderer::Recorder::recordBackground(const Frame& frame, const DrawList& list, const Surroundings& around,
                                          Pipelines& pipelines) {
    bindFrame(frame, layouts_.floor, list, around);
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.of(list.background));
    vkCmdDraw(frame.commands, 3, 1, 0, 0);
}

void Renderer::Recorder::recordBatch(const Frame& frame, const DrawList& list, const DrawBatch& batch,
                                     const Surroundings& around, Pipelines& pipelines) {
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      pipelines.of(batch.drawing, list.skinning, batch.layers, batch.instanced));
    bindGeometry(frame.commands, *list.model);
    for (const SurfaceDraw& draw : std::span(list.draws).subspan(batch.first, batch.count)) {
        const GpuModel::Surface& surface = list.model->surface(list.model->draws()[draw.draw]);
        vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts_.lit, SET_MATERIAL, 1,
                                &surface.set, 0, nullptr);
        vkCmdPushConstants(frame.commands, layouts_.lit, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(draw.constants),
                           &draw.constants);
        vkCmdSetCullMode(frame.commands, draw.cullMode);
        if (draw.indicesOffset)
            vkCmdBindIndexBuffer(frame.commands, frame.arena.buffer(), *draw.indicesOffset, VK_INDEX_TYPE_UINT32);
        drawPart(frame, list, around, draw);
    }
    vkCmdSetCullMode(frame.commands, VK_CULL_MODE_NONE);
    if (batch.clearsDepth) clearDepth(frame.commands, list.area);
}

void Renderer::Recorder::recordLines(const Frame& frame, const DrawList& list) {
    if (list.lineCount == 0) return;
    bindFrame(frame, layouts_.line, list, {list.frameOffset});
    const auto width = static_cast<float>(list.area.extent.width), height = static_cast<float>(list.area.extent.height);
    const shared::LineConstants constants{
        .viewport = {width, height, std::max(kMinLineWidth, kLineWidth * height / kReferenceHeight), 0.0f}};
    const VkBuffer lines = frame.arena.buffer();
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.of(Drawing::line));
    vkCmdPushConstants(frame.commands, layouts_.line, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(constants), &constants);
    vkCmdBindVertexBuffers(frame.commands, 0, 1, &lines, &list.linesOffset);
    vkCmdDraw(frame.commands, kLineCorners, list.lineCount, 0, 0);
}

void Renderer::Recorder::drawPart(const Frame& frame, const DrawList& list, const Surroundings& around,
                                  const SurfaceDraw& surfaceDraw) const {
    const GpuModel::Draw& draw = list.model->draws()[surfaceDraw.draw];
    const PosedPart& part = list.parts[surfaceDraw.part];
    bindFrame(frame, layouts_.lit, list, around, part.paletteOffset);
    vkCmdPushConstants(frame.commands, layouts_.lit, VK_SHADER_STAGE_VERTEX_BIT, DRAW_CONSTANTS_OFFSET,
                       sizeof(part.constants), &part.constants);
    if (surfaceDraw.copies > 1) return drawCopies(frame, list, surfaceDraw);
    const GpuModel::Level& level = draw.levels[part.level];
    vkCmdDrawIndexed(frame.commands, level.indexCount, surfaceDraw.instance ? 1 : part.instanceCount,
                     surfaceDraw.indicesOffset ? 0 : level.firstIndex, draw.vertexOffset,
                     part.firstInstance + surfaceDraw.instance.value_or(0));
}

void Renderer::Recorder::drawCopies(const Frame& frame, const DrawList& list, const SurfaceDraw& surfaceDraw) const {
    const size_t step = list.model->draws().size();  // from each copy to the next
    const auto commandBytes = static_cast<uint32_t>(sizeof(VkDrawIndexedIndirectCommand));
    const VkDeviceSize first = list.commandsOffset + surfaceDraw.part * VkDeviceSize{commandBytes};
    if (device_->features().multiDraws) {
        vkCmdDrawIndexedIndirect(frame.commands, frame.arena.buffer(), first, surfaceDraw.copies,
                                 static_cast<uint32_t>(step) * commandBytes);
        return;
    }
    const GpuModel::Draw& draw = list.model->draws()[surfaceDraw.draw];
    for (uint32_t copy = 0; copy < surfaceDraw.copies; ++copy) {
        const PosedPart& part = list.parts[surfaceDraw.part + copy * step];
        const GpuModel::Level& level = draw.levels[part.level];
        vkCmdDrawIndexed(frame.commands, level.indexCount, part.instanceCount, level.firstIndex, draw.vertexOffset,
                         part.firstInstance);
    }
}

void Renderer::Recorder::bindFrame(const Frame& frame, VkPipelineLayout layout, const DrawList& list,
                                   const Surroundings& around, uint32_t paletteOffset) const {
    const std::array offsets{around.frameOffset, paletteOffset};
    const auto found = std::ranges::find(models_, list.model);
    const auto model = found == models_.end() ? size_t{0} : static_cast<size_t>(found - models_.begin());
    const size_t behind = model * kSetsPerFrame + static_cast<size_t>(around.behind);
    const size_t set = frame.index + behind * frames_->framesInFlight();
    vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, SET_FRAME, 1, &frameSets_[set],
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
    : recorder_(std::make_unique<Recorder>(device, shaders, format, frames, environment)) {}

Renderer::~Renderer() = default;

void Renderer::prepare(std::span<const GpuModel* const> models) {
    recorder_->prepare(models);
}

void Renderer::setEnvironment(const Environment& environment) {
    recorder_->setEnvironment(environment);
}

void Renderer::makePipelines(const Look& look) {
    recorder_->makePipelines(look);
}

void Renderer::reloadShaders() {
    recorder_->reloadShaders();
}

void Renderer::record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth) {
    recorder_->record(frame, target, sides, coveredWidth);
}

void Renderer::dropAttachments() {
    recorder_->dropAttachments();
}

const Layouts& Renderer::layouts() const {
    return recorder_->layouts();
}

Pipelines& Renderer::pipelines() {
    return recorder_->pipelines();
}

}  // namespace sinew
