#include "render/renderer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

#include <glm/matrix.hpp>

#include "gpu/barrier.h"
#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "render/light.h"
#include "render/packed_movement.h"
#include "render/rendering.h"
#include "render/shader_library.h"
#include "render/side_area.h"
#include "shared.h"

namespace sinew {
namespace {

static_assert(sizeof(shared::Palette) == 4096 && sizeof(glm::mat4) * PALETTE_SIZE == sizeof(shared::Palette));

constexpr float kPlainReflectance = 0.5f;

constexpr float kSeamWidth = 3.0f;  // pixels of a picture 720 high
constexpr glm::vec4 kSeamColor{0.01f, 0.01f, 0.015f, 1.0f};

static_assert(static_cast<int>(View::shaded) == 0 && static_cast<int>(View::weights) == VIEW_WEIGHTS &&
              static_cast<int>(View::influences) == VIEW_INFLUENCES && static_cast<int>(View::parts) == VIEW_PARTS &&
              static_cast<int>(View::normals) == VIEW_NORMALS && static_cast<int>(View::uvs) == VIEW_UVS);
static_assert(PALETTE_SIZE <= 64, "DrawConstants has two words of 32 bits for the chosen slots");

using PaletteMatrices = std::array<glm::mat4, PALETTE_SIZE>;

/// As DrawConstants has them. A mesh may bind a node by several bones.
glm::uvec4 chosenSlots(const GpuModel::Draw& draw, const Scene& scene) {
    glm::uvec4 chosen(0u);
    if (scene.look.view != View::weights || !scene.chosenNode) return chosen;
    for (size_t slot = 0; slot < draw.slots.size(); ++slot)
        if (draw.bones[draw.slots[slot]].node == *scene.chosenNode)
            chosen[static_cast<int>(slot / 32)] |= 1u << (slot % 32);
    return chosen;
}

Drawing surfaceDrawing(const Look& look, bool blended = false) {
    if (look.view != View::shaded) return Drawing::viewed;
    return blended ? Drawing::blended : Drawing::opaque;
}

}  // namespace

Renderer::Renderer(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format, FrameRing& frames)
    : device_(&device),
      frames_(&frames),
      format_(format),
      layouts_(device),
      pipelines_(device, shaders, layouts_, format),
      shadow_(device, layouts_, format.depth),
      overlay_(device, frames.framesInFlight()) {
    const uint32_t count = frames.framesInFlight();
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 2 * count},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, count},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3 * count}};
    pool_ = makeDescriptorPool(device, count, sizes);
    for (uint32_t slot = 0; slot < count; ++slot)
        frameSets_.push_back(allocateDescriptorSet(device, pool_, layouts_.frameSet));
    prepare(nullptr);
}

void Renderer::prepare(const GpuModel* model) {
    model_ = model;
    room_ = {};
    makeRoom({1, 1});
}

void Renderer::makeRoom(const Room& room) {
    if (room.sides <= room_.sides && room.poses <= room_.poses) return;
    room_ = {std::max(room.sides, room_.sides), std::max(room.poses, room_.poses)};
    const size_t drawCount = model_ ? model_->draws().size() * room_.poses : 0;
    const VkDeviceSize paletteBytes = UniformArena::alignedBytes(*device_, sizeof(shared::Palette));
    // One palette more than there are draws: whatever is bound without one must still lie within the buffer.
    frames_->resizeUniforms(UniformArena::alignedBytes(*device_, sizeof(shared::FrameUniforms)) * room_.sides +
                            paletteBytes * (drawCount + 1));
    morphWeights_.clear();
    for (uint32_t slot = 0; slot < frames_->framesInFlight(); ++slot) {
        const VkDeviceSize weightBytes = (model_ ? model_->morphWeightCount() : 0) * room_.poses * sizeof(float);
        const VkBuffer weights =
            morphWeights_.emplace_back(*device_, weightBytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, MemoryKind::upload);
        const VkBuffer uniforms = frames_->frame(slot).uniforms.buffer();
        const VkDescriptorSet set = frameSets_[slot];
        constexpr VkDescriptorType kDynamic = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
        writeBuffer(*device_, set, BINDING_FRAME, kDynamic, uniforms, sizeof(shared::FrameUniforms));
        writeBuffer(*device_, set, BINDING_PALETTE, kDynamic, uniforms, sizeof(shared::Palette));
        writeTexture(*device_, set, BINDING_SHADOW, shadow_.view(), shadow_.sampler());
        constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        writeBuffer(*device_, set, BINDING_MORPH_WEIGHTS, kStorage, weights);
        writeBuffer(*device_, set, BINDING_MORPH_STARTS, kStorage, model_ ? model_->morphStarts() : weights);
        writeBuffer(*device_, set, BINDING_MORPH_DELTAS, kStorage, model_ ? model_->morphDeltas() : weights);
    }
    draws_.reserve(drawCount);
}

void Renderer::makePipelines(const Look& look) {
    pipelines_.of(Drawing::floor);
    pipelines_.of(surfaceDrawing(look), look.skinning);
    if (!look.floor) return;
    pipelines_.of(Drawing::floorShadow, look.skinning);
    pipelines_.of(Drawing::floorBlur);
}

void Renderer::reloadShaders() {
    frames_->waitIdle();
    pipelines_.remake();
}

void Renderer::record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth) {
    FrameRing::writeTimestamp(frame, 0);
    fitAttachments(target.extent);
    size_t poseCount = 0, lineCount = 0;
    for (const Scene& scene : sides) {
        poseCount += 1 + scene.ghosts.size();
        lineCount += scene.lines.size();
    }
    makeRoom({sides.size(), poseCount});
    const VkExtent2D free = leftFree(target.extent, coveredWidth);
    overlay_.begin(frame, lineCount);
    placedPoses_ = 0;
    for (size_t side = 0; side < sides.size(); ++side)
        if (const VkRect2D area = sideArea(free, side, sides.size()); area.extent.width > 0)
            recordSide(frame, target, sides[side], area);
    if (free.width < target.extent.width) recordCover(frame, target, target.extent.width - free.width);
    FrameRing::writeTimestamp(frame, 1);
}

void Renderer::recordSide(Frame& frame, const Target& target, const Scene& scene, const VkRect2D& area) {
    frameOffset_ = frame.uniforms.push(frameUniforms(scene, aspectOf(area.extent)));
    placePoses(frame, scene);
    recordShadow(frame, scene);

    const bool first = area.offset.x == 0, multisampled = format_.samples != VK_SAMPLE_COUNT_1_BIT;
    const auto begun = [&](const ImageUse& use) { return first ? discarded(use) : use; };
    imageBarrier(frame.commands, target.image, begun(kColorAttachment), kColorAttachment);
    imageBarrier(frame.commands, depth_, begun(kDepthAttachment), kDepthAttachment, VK_IMAGE_ASPECT_DEPTH_BIT);
    if (multisampled) imageBarrier(frame.commands, color_, begun(kColorAttachment), kColorAttachment);
    beginRendering(frame.commands, renderingOf(target, area));
    bindFrame(frame, layouts_.floor, 0);
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.of(Drawing::floor));
    vkCmdDraw(frame.commands, 3, 1, 0, 0);
    recordGhosts(frame, scene, area);
    const bool hasEdges = device_->features().wireframe;
    const bool wireframe = scene.look.wireframe && hasEdges;
    for (const bool blended : {false, true})
        recordModel(frame, scene, blended, wireframe ? Drawn::wireframe : Drawn::surface);
    if (scene.look.edges && hasEdges && !wireframe)
        for (const bool blended : {false, true})
            recordModel(frame, scene, blended, Drawn::edges);
    bindFrame(frame, layouts_.line, 0);
    overlay_.record(frame, scene.lines, area.extent, layouts_, pipelines_);
    if (!first) recordSeam(frame, area);
    vkCmdEndRendering(frame.commands);
}

void Renderer::recordCover(const Frame& frame, const Target& target, uint32_t width) const {
    imageBarrier(frame.commands, target.image, kColorAttachment, kColorAttachment);
    const VkOffset2D corner{static_cast<int32_t>(target.extent.width - width), 0};
    beginRendering(frame.commands,
                   {.area = {corner, {width, target.extent.height}}, .color = target.view, .clearColor = kSeamColor});
    vkCmdEndRendering(frame.commands);
}

Rendering Renderer::renderingOf(const Target& target, const VkRect2D& area) const {
    const bool multisampled = format_.samples != VK_SAMPLE_COUNT_1_BIT;
    return {.area = area,
            .color = multisampled ? color_.view() : target.view,
            .resolve = multisampled ? target.view : VkImageView(VK_NULL_HANDLE),
            .depth = depth_.view()};
}

void Renderer::placePoses(Frame& frame, const Scene& scene) {
    draws_.clear();
    if (!scene.model) return;
    placePalettes(frame, scene, scene.worldFromNode);
    placeMorphs(frame, scene, scene.morphWeights);
    for (const Ghost& ghost : scene.ghosts) {
        placePalettes(frame, scene, ghost.worldFromNode);
        placeMorphs(frame, scene, ghost.morphWeights);
    }
}

void Renderer::placePalettes(Frame& frame, const Scene& scene, std::span<const glm::mat4> worldFromNode) {
    PaletteMatrices palette;
    for (const GpuModel::Draw& draw : scene.model->draws()) {
        const std::span<glm::mat4> used = std::span(palette).first(draw.slots.size());
        writePalette(draw.bones, draw.slots, worldFromNode, used);
        const auto mirrors = [](const glm::mat4& matrix) { return glm::determinant(glm::mat3(matrix)) < 0.0f; };
        const auto mirrorCount = static_cast<size_t>(std::count_if(used.begin(), used.end(), mirrors));
        if (scene.look.skinning == Skinning::dualQuaternion) std::ranges::transform(used, used.begin(), packedMovement);
        const UniformSlice slice = frame.uniforms.allocate(sizeof(shared::Palette));
        std::memcpy(slice.bytes.data(), used.data(), used.size_bytes());
        draws_.push_back({.paletteOffset = slice.dynamicOffset,
                          .constants = {.morphs = {}, .chosen = chosenSlots(draw, scene)},
                          .canCull = mirrorCount == 0 || mirrorCount == used.size(),
                          .frontFace = mirrorCount > 0 ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE});
    }
}

/// Of the pose whose palettes were placed last.
void Renderer::placeMorphs(const Frame& frame, const Scene& scene, std::span<const float> weights) {
    const size_t place = placedPoses_++ * scene.model->morphWeightCount();
    if (scene.model->morphWeightCount() == 0 || weights.empty()) return;
    assert(weights.size() == scene.model->morphWeightCount());
    std::memcpy(morphWeights_[frame.index].mapped().subspan(place * sizeof(float)).data(), weights.data(),
                weights.size_bytes());
    const std::span<const GpuModel::Draw> draws = scene.model->draws();
    const std::span<PlacedDraw> placed = std::span(draws_).last(draws.size());
    for (size_t i = 0; i < draws.size(); ++i) {
        const GpuModel::Draw& draw = draws[i];
        if (draw.morphTargetCount == 0) continue;
        const std::span<const float> own = weights.subspan(draw.firstMorphWeight, draw.morphTargetCount);
        const bool moves = std::any_of(own.begin(), own.end(), [](float weight) { return weight != 0.0f; });
        const auto first = static_cast<uint32_t>(place + draw.firstMorphWeight);
        placed[i].constants.morphs = {moves ? 1u : 0u, first, draw.morphRowOffset, 0u};
    }
}

void Renderer::fitAttachments(VkExtent2D extent) {
    if (depth_.extent().width == extent.width && depth_.extent().height == extent.height) return;
    frames_->waitIdle();
    depth_ = Image(*device_, {.format = format_.depth,
                              .extent = extent,
                              .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                              .samples = format_.samples});
    if (format_.samples != VK_SAMPLE_COUNT_1_BIT)
        color_ =
            Image(*device_, {.format = format_.color,
                             .extent = extent,
                             .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT,
                             .samples = format_.samples});
}

void Renderer::dropAttachments() {
    color_ = Image();
    depth_ = Image();
}

void Renderer::recordShadow(const Frame& frame, const Scene& scene) {
    if (!scene.look.floor || !scene.model || draws_.empty()) return shadow_.clear(frame.commands);
    shadow_.begin(frame.commands);
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      pipelines_.of(Drawing::floorShadow, scene.look.skinning));
    bindGeometry(frame, *scene.model);
    for (size_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Draw& draw = scene.model->draws()[i];
        bindFrame(frame, layouts_.floor, draws_[i].paletteOffset);
        drawPart(frame, layouts_.floor, draw, draws_[i]);
    }
    shadow_.endAndBlur(frame.commands, layouts_, pipelines_);
}

void Renderer::recordModel(const Frame& frame, const Scene& scene, bool blended, Drawn drawn) {
    if (!scene.model || draws_.empty()) return;
    const auto isDrawn = [&](const GpuModel::Draw& draw) { return scene.model->surface(draw).blended == blended; };
    if (std::ranges::none_of(scene.model->draws(), isDrawn)) return;  // its pipeline need not be made
    const Drawing drawing = drawn == Drawn::wireframe ? Drawing::wireframe
                            : drawn == Drawn::edges   ? Drawing::edges
                                                      : surfaceDrawing(scene.look, blended);
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.of(drawing, scene.look.skinning));
    bindGeometry(frame, *scene.model);
    for (size_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Draw& draw = scene.model->draws()[i];
        const GpuModel::Surface& surface = scene.model->surface(draw);
        if (!isDrawn(draw)) continue;
        shared::MaterialConstants constants = surface.constants;
        if (!scene.look.textures) {
            // Under a texture the colour is usually white, which in full light would show no shape.
            if (constants.switches.x > 0.0f) constants.baseColor *= glm::vec4(glm::vec3(kPlainReflectance), 1.0f);
            constants.switches.x = constants.switches.y = 0.0f;
        }
        constants.switches.z = drawn == Drawn::surface ? 0.0f : 1.0f;
        constants.switches.w = static_cast<float>(scene.look.view);
        constants.surface.w = static_cast<float>(i);
        drawSurface(frame, draw, draws_[i], surface, drawn != Drawn::wireframe, constants);
    }
    vkCmdSetCullMode(frame.commands, VK_CULL_MODE_NONE);
}

void Renderer::recordGhosts(const Frame& frame, const Scene& scene, const VkRect2D& area) {
    if (!scene.model || draws_.empty()) return;
    const VkClearAttachment depth{.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT, .clearValue = {.depthStencil = {1.0f, 0}}};
    const VkClearRect all{.rect = area, .layerCount = 1};
    for (size_t i = 0; i < scene.ghosts.size(); ++i) {
        const glm::vec4& color = scene.ghosts[i].color;
        // First only the depth, so that a ghost's own far side does not shine through it.
        for (const float alpha : {0.0f, color.a})
            recordGhost(frame, scene, i, glm::vec4(glm::vec3(color), alpha));
        vkCmdClearAttachments(frame.commands, 1, &depth, 1, &all);
    }
    vkCmdSetCullMode(frame.commands, VK_CULL_MODE_NONE);
}

void Renderer::recordGhost(const Frame& frame, const Scene& scene, size_t ghost, const glm::vec4& color) {
    const std::span<const GpuModel::Draw> draws = scene.model->draws();
    const std::span<const PlacedDraw> placed = std::span(draws_).subspan((1 + ghost) * draws.size(), draws.size());
    vkCmdBindPipeline(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                      pipelines_.of(Drawing::ghost, scene.look.skinning));
    bindGeometry(frame, *scene.model);
    for (size_t i = 0; i < draws.size(); ++i) {
        const GpuModel::Surface& surface = scene.model->surface(draws[i]);
        shared::MaterialConstants constants = surface.constants;
        constants.emissive = color;
        const bool letsThrough = surface.blended || constants.surface.z >= 0.0f;
        if (!letsThrough) constants.switches.x = 0.0f;  // only the texture's alpha would count
        drawSurface(frame, draws[i], placed[i], surface, true, constants);
    }
}

/// Between two sides.
void Renderer::recordSeam(const Frame& frame, const VkRect2D& area) const {
    const float width = std::max(1.0f, kSeamWidth * static_cast<float>(area.extent.height) / 720.0f);
    const VkExtent2D extent{std::min(static_cast<uint32_t>(width), area.extent.width), area.extent.height};
    const VkClearValue value{.color = {{kSeamColor.r, kSeamColor.g, kSeamColor.b, kSeamColor.a}}};
    const VkClearAttachment color{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .clearValue = value};
    const VkClearRect seam{.rect = {area.offset, extent}, .layerCount = 1};
    vkCmdClearAttachments(frame.commands, 1, &color, 1, &seam);
}

void Renderer::drawSurface(const Frame& frame, const GpuModel::Draw& draw, const PlacedDraw& placed,
                           const GpuModel::Surface& surface, bool culls,
                           const shared::MaterialConstants& constants) const {
    bindFrame(frame, layouts_.lit, placed.paletteOffset);
    vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts_.lit, SET_MATERIAL, 1,
                            &surface.textures, 0, nullptr);
    vkCmdPushConstants(frame.commands, layouts_.lit, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(constants), &constants);
    const bool cull = placed.canCull && !surface.doubleSided && culls;
    vkCmdSetCullMode(frame.commands, cull ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE);
    vkCmdSetFrontFace(frame.commands, placed.frontFace);
    drawPart(frame, layouts_.lit, draw, placed);
}

void Renderer::bindFrame(const Frame& frame, VkPipelineLayout layout, uint32_t paletteOffset) const {
    const std::array offsets{frameOffset_, paletteOffset};
    vkCmdBindDescriptorSets(frame.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, SET_FRAME, 1,
                            &frameSets_[frame.index], static_cast<uint32_t>(offsets.size()), offsets.data());
}

void Renderer::drawPart(const Frame& frame, VkPipelineLayout layout, const GpuModel::Draw& draw,
                        const PlacedDraw& placed) const {
    vkCmdPushConstants(frame.commands, layout, VK_SHADER_STAGE_VERTEX_BIT, DRAW_CONSTANTS_OFFSET,
                       sizeof(placed.constants), &placed.constants);
    vkCmdDrawIndexed(frame.commands, draw.indexCount, 1, draw.firstIndex, draw.vertexOffset, 0);
}

void Renderer::bindGeometry(const Frame& frame, const GpuModel& model) const {
    const std::array buffers{model.vertices(), model.moreInfluences()};
    const std::array<VkDeviceSize, 2> offsets{};
    vkCmdBindVertexBuffers(frame.commands, 0, buffers[1] == VK_NULL_HANDLE ? 1 : 2, buffers.data(), offsets.data());
    vkCmdBindIndexBuffer(frame.commands, model.indices(), 0, VK_INDEX_TYPE_UINT32);
}

}  // namespace sinew
