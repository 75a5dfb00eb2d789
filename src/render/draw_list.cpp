#include "render/draw_list.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <functional>
#include <ranges>
#include <utility>

#include <glm/gtx/transform.hpp>
#include <glm/matrix.hpp>

#include "gpu/frame_arena.h"
#include "render/blend_order.h"
#include "render/light.h"
#include "render/occlusion.h"
#include "render/packed_vertex.h"
#include "render/target.h"

namespace sinew {
namespace {

static_assert(sizeof(shared::Palette) == sizeof(glm::mat4) * PALETTE_SIZE &&
              sizeof(shared::DualQuaternionPalette) == sizeof(shared::Palette));
static_assert(static_cast<int>(Tone::neutral) == TONE_NEUTRAL && static_cast<int>(Tone::aces) == TONE_ACES &&
              static_cast<int>(Tone::none) == TONE_NONE);
static_assert(static_cast<int>(View::shaded) == 0 && static_cast<int>(View::weights) == VIEW_WEIGHTS &&
              static_cast<int>(View::influences) == VIEW_INFLUENCES && static_cast<int>(View::parts) == VIEW_PARTS &&
              static_cast<int>(View::normals) == VIEW_NORMALS && static_cast<int>(View::uvs) == VIEW_UVS &&
              static_cast<int>(View::baseColor) == VIEW_BASE_COLOR && static_cast<int>(View::alpha) == VIEW_ALPHA &&
              static_cast<int>(View::metallic) == VIEW_METALLIC &&
              static_cast<int>(View::roughness) == VIEW_ROUGHNESS &&
              static_cast<int>(View::occlusion) == VIEW_OCCLUSION && static_cast<int>(View::emissive) == VIEW_EMISSIVE);
static_assert(PALETTE_SIZE <= 64, "DrawConstants has two words of 32 bits for the selected bones");

constexpr float kUntexturedReflectance = 0.5f;

template <class T>
std::span<T> arrayIn(const ArenaSlice& slice, size_t count) {
    return {reinterpret_cast<T*>(slice.bytes.data()), count};
}

/// A bit for each palette entry of the selected node; a mesh may bind a node by several bones.
uint64_t selectedBones(const GpuModel::Draw& draw, const Scene& scene) {
    if (scene.look.view != View::weights || !scene.chosenNode) return 0;
    uint64_t bits = 0;
    for (size_t i = 0; i < draw.palette.size(); ++i)
        if (draw.bones[draw.palette[i]].node == *scene.chosenNode) bits |= uint64_t{1} << i;
    return bits;
}

size_t mirroredBoneCount(const GpuModel::Draw& draw, std::span<const glm::mat4> worldFromNode) {
    const auto determinant = [](const glm::mat4& matrix) { return glm::determinant(glm::mat3(matrix)); };
    return static_cast<size_t>(std::ranges::count_if(draw.palette, [&](uint32_t index) {
        const Bone& bone = draw.bones[index];
        return determinant(worldFromNode[bone.node]) * determinant(bone.inverseBindMatrix) < 0.0f;
    }));
}

/// Bones that mirror turn the winding over.
VkCullModeFlags insideOf(size_t mirroredBones, size_t bones) {
    if (mirroredBones == 0) return VK_CULL_MODE_BACK_BIT;
    if (mirroredBones == bones) return VK_CULL_MODE_FRONT_BIT;
    return VK_CULL_MODE_NONE;
}

bool isShown(const GpuModel::Draw& draw, const Scene& scene) {
    return !scene.shownMaterial || draw.material == *scene.shownMaterial;
}

/// Returns the palette's offset in the arena.
uint32_t pushPalette(const GpuModel::Draw& draw, Skinning skinning, std::span<const glm::mat4> worldFromNode,
                     FrameArena& arena) {
    const ArenaSlice slice = arena.allocate(sizeof(shared::Palette));
    const size_t count = draw.palette.size();
    if (skinning == Skinning::linear) {
        writePalette(draw.bones, draw.palette, worldFromNode, arrayIn<glm::mat4>(slice, count));
        return slice.offset;
    }
    std::array<glm::mat4, PALETTE_SIZE> matrices;
    const std::span<glm::mat4> used = std::span(matrices).first(count);
    writePalette(draw.bones, draw.palette, worldFromNode, used);
    std::ranges::transform(used, arrayIn<shared::ScaledDualQuaternion>(slice, count).begin(), packDualQuaternion);
    return slice.offset;
}

/// Returns the index of the pose's first weight in the arena, which morph.glsl reads as an array of floats.
uint32_t pushMorphWeights(std::span<const float> weights, FrameArena& arena) {
    if (weights.empty()) return 0;
    const ArenaSlice slice = arena.allocate(weights.size_bytes());
    std::memcpy(slice.bytes.data(), weights.data(), weights.size_bytes());
    return slice.offset / sizeof(float);
}

/// Of the draw's mesh, out of the model's.
std::span<const float> weightsOf(const GpuModel::Draw& draw, std::span<const float> weights) {
    return weights.empty() ? weights : weights.subspan(draw.firstMorphWeight, draw.morphTargetCount);
}

void addPose(const Scene& scene, std::span<const glm::mat4> worldFromNode, std::span<const float> weights,
             FrameArena& arena, DrawList& list) {
    assert(weights.empty() || weights.size() == scene.model->morphWeightCount());
    const uint32_t firstWeight = pushMorphWeights(weights, arena);
    for (const GpuModel::Draw& draw : scene.model->draws()) {
        const size_t mirrored = mirroredBoneCount(draw, worldFromNode);
        const uint64_t selected = selectedBones(draw, scene);
        const bool isMorphed =
            std::ranges::any_of(weightsOf(draw, weights), [](float weight) { return weight != 0.0f; });
        list.parts.push_back({.paletteOffset = pushPalette(draw, scene.look.skinning, worldFromNode, arena),
                              .constants = {.isMorphed = isMorphed ? 1u : 0u,
                                            .firstMorphWeight = firstWeight + draw.firstMorphWeight,
                                            .morphRowOffset = draw.morphRowOffset,
                                            .selectedLow = static_cast<uint32_t>(selected),
                                            .selectedHigh = static_cast<uint32_t>(selected >> 32)},
                              .inside = insideOf(mirrored, draw.palette.size())});
    }
}

VkCullModeFlags cullModeOf(const PosedPart& part, const GpuModel::Surface& surface) {
    return surface.doubleSided ? VkCullModeFlags{VK_CULL_MODE_NONE} : part.inside;
}

shared::SurfaceConstants constantsOf(const GpuModel::Surface& surface, const Look& look) {
    shared::SurfaceConstants constants{.alphaCutoff = surface.alphaCutoff,
                                       .baseColorScale = 1.0f,
                                       .flags = surface.flags,
                                       .view = static_cast<uint32_t>(look.view)};
    if (look.textures) return constants;
    // The base color under a texture is usually white, which in full light would show no shape.
    if (constants.flags & 1u << MAP_BASE_COLOR) constants.baseColorScale = kUntexturedReflectance;
    for (const auto& [slot, flag] : kFlagWithoutMap)
        if (constants.flags & 1u << static_cast<uint32_t>(slot)) constants.flags |= flag;
    constants.flags &= ~((1u << MAP_COUNT) - 1u);
    return constants;
}

/// Which surfaces of the model go into a batch.
struct Group {
    AlphaMode alphaMode = AlphaMode::opaque;
    bool layered = false;
    bool transmissive = false;
};

constexpr Group kGroups[] = {
    {AlphaMode::opaque, false, false}, {AlphaMode::mask, false, false}, {AlphaMode::opaque, true, false},
    {AlphaMode::mask, true, false},    {AlphaMode::opaque, true, true}, {AlphaMode::mask, true, true},
    {AlphaMode::blend, false, false},  {AlphaMode::blend, true, false}, {AlphaMode::blend, true, true}};

bool isIn(const Group& group, const GpuModel::Surface& surface) {
    return surface.alphaMode == group.alphaMode && (surface.layers != 0) == group.layered &&
           surface.transmissive == group.transmissive;
}

/// World units per unit of mesh space, as its first bone scales them.
float meshScale(const GpuModel::Draw& draw, std::span<const glm::mat4> worldFromNode) {
    if (draw.palette.empty()) return 1.0f;
    const Bone& bone = draw.bones[draw.palette.front()];
    return std::cbrt(std::abs(glm::determinant(glm::mat3(worldFromNode[bone.node] * bone.inverseBindMatrix))));
}

SurfaceDraw surfaceDrawOf(const Scene& scene, Drawing drawing, uint32_t index, const DrawList& list) {
    const GpuModel::Draw& modelDraw = scene.model->draws()[index];
    const GpuModel::Surface& surface = scene.model->surface(modelDraw);
    SurfaceDraw draw{.draw = index, .part = index, .constants = constantsOf(surface, scene.look)};
    draw.constants.partIndex = index;
    if (surface.transmissive) draw.constants.meshScale = meshScale(modelDraw, scene.worldFromNode);
    if (drawing == Drawing::wireframe || drawing == Drawing::edges) draw.constants.flags |= SURFACE_WIREFRAME;
    if (drawing != Drawing::wireframe) draw.cullMode = cullModeOf(list.parts[index], surface);
    return draw;
}

/// Value of CONSTANT_LAYERS that a surface is drawn with.
uint32_t layersOf(const GpuModel::Surface& surface, const Look& look) {
    return look.textures ? surface.layers : surface.layers & ~LAYER_ALL_MAPS;
}

/// Adds a draw to the last batch, or to a new one like `batch` where the last one differs from it.
void addDraw(const SurfaceDraw& draw, const DrawBatch& batch, std::vector<DrawBatch>& batches) {
    if (batches.empty() || batches.back().drawing != batch.drawing || batches.back().layers != batch.layers ||
        batches.back().inBackdrop != batch.inBackdrop)
        batches.push_back(batch);
    batches.back().draws.push_back(draw);
}

/// Adds the back sides of a surface that transmits light, if they are seen.
void addBacks(SurfaceDraw draw, const DrawBatch& batch, DrawList& list) {
    if (draw.cullMode != VK_CULL_MODE_NONE || list.parts[draw.part].inside == VK_CULL_MODE_NONE) return;
    draw.cullMode = list.parts[draw.part].inside ^ VK_CULL_MODE_FRONT_AND_BACK;
    addDraw(draw, batch, list.backs);
}

/// The surfaces of the model in this group.
void addSurfaces(const Scene& scene, Drawing drawing, const Group& group, DrawList& list) {
    const bool inBackdrop = !group.transmissive && group.alphaMode != AlphaMode::blend;
    for (uint32_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Draw& draw = scene.model->draws()[i];
        const GpuModel::Surface& surface = scene.model->surface(draw);
        if (!isShown(draw, scene) || !isIn(group, surface)) continue;
        const uint32_t occluded = list.occlusion && !group.transmissive ? LAYER_OCCLUDED : 0;
        const DrawBatch batch{
            .drawing = drawing, .layers = layersOf(surface, scene.look) | occluded, .inBackdrop = inBackdrop};
        const SurfaceDraw surfaceDraw = surfaceDrawOf(scene, drawing, i, list);
        addDraw(surfaceDraw, batch, list.batches);
        if (group.transmissive && list.backdropFrameOffset) addBacks(surfaceDraw, batch, list);
    }
}

/// The blended surfaces of the model back to front: parts by their mean depth, and the triangles within each part.
void addBlended(const Scene& scene, const glm::mat4& clipFromWorld, FrameArena& arena, DrawList& list) {
    std::vector<std::pair<float, SurfaceDraw>> sorted;  // by depth
    for (uint32_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Draw& draw = scene.model->draws()[i];
        if (!isShown(draw, scene) || scene.model->surface(draw).alphaMode != AlphaMode::blend) continue;
        const BackToFront order =
            sortedBackToFront(draw, scene.worldFromNode, weightsOf(draw, scene.morphWeights), clipFromWorld);
        const std::span indices(order.indices);
        if (indices.empty()) continue;
        const ArenaSlice slice = arena.allocate(indices.size_bytes());
        std::memcpy(slice.bytes.data(), indices.data(), indices.size_bytes());
        sorted.emplace_back(order.depth, surfaceDrawOf(scene, Drawing::blended, i, list));
        sorted.back().second.indicesOffset = slice.offset;
    }
    std::ranges::stable_sort(sorted, std::ranges::greater(), &std::pair<float, SurfaceDraw>::first);
    for (const SurfaceDraw& draw : sorted | std::views::values) {
        const GpuModel::Surface& surface = scene.model->surface(scene.model->draws()[draw.draw]);
        addDraw(draw, {.drawing = Drawing::blended, .layers = layersOf(surface, scene.look)}, list.batches);
    }
}

/// Two passes: the first writes only depth, so that the back of a ghost does not show through its front.
void addGhost(const Scene& scene, size_t ghost, DrawList& list) {
    const std::span<const GpuModel::Draw> draws = scene.model->draws();
    const glm::vec4& color = scene.ghosts[ghost].color;
    for (const float alpha : {0.0f, color.a}) {
        DrawBatch& batch = list.batches.emplace_back(DrawBatch{.drawing = Drawing::ghost});
        for (uint32_t i = 0; i < draws.size(); ++i) {
            if (!isShown(draws[i], scene)) continue;
            const GpuModel::Surface& surface = scene.model->surface(draws[i]);
            const auto part = static_cast<uint32_t>((1 + ghost) * draws.size() + i);
            SurfaceDraw draw{.draw = i, .part = part, .constants = constantsOf(surface, {})};
            draw.cullMode = cullModeOf(list.parts[part], surface);
            draw.constants.ghostColor = glm::vec4(glm::vec3(color), alpha);
            if (surface.alphaMode == AlphaMode::opaque) draw.constants.flags &= ~(1u << MAP_BASE_COLOR);
            batch.draws.push_back(draw);
        }
    }
    list.batches.back().clearsDepth = true;
}

/// The key light's shadow falls on shaded surfaces and on the floor, ambient occlusion on surfaces.
void addCasters(const Scene& scene, DrawList& list) {
    if (scene.ground.footprint.empty() || !castsShadow(scene.look)) return;
    constexpr float kTransparent = 0.5f;  // a blended surface casts a shadow where its alpha is above this
    for (uint32_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Surface& surface = scene.model->surface(scene.model->draws()[i]);
        SurfaceDraw draw{.draw = i, .part = i, .constants = constantsOf(surface, {})};
        if (surface.transmissive || !isShown(scene.model->draws()[i], scene)) continue;
        if (surface.alphaMode == AlphaMode::blend) draw.constants.alphaCutoff = kTransparent;
        (surface.alphaMode == AlphaMode::opaque ? list.casters : list.maskedCasters).push_back(draw);
    }
}

void addModel(const Scene& scene, const glm::mat4& clipFromWorld, bool canDrawWireframe, FrameArena& arena,
              DrawList& list) {
    list.parts.reserve(scene.model->draws().size() * (1 + scene.ghosts.size()));
    addPose(scene, scene.worldFromNode, scene.morphWeights, arena, list);
    for (const Ghost& ghost : scene.ghosts)
        addPose(scene, ghost.worldFromNode, ghost.morphWeights, arena, list);
    if (list.parts.empty()) return;
    addCasters(scene, list);
    for (size_t i = 0; i < scene.ghosts.size(); ++i)
        addGhost(scene, i, list);
    const bool wireframe = scene.look.wireframe && canDrawWireframe;
    for (const Group& group : kGroups) {
        const Drawing drawing = wireframe ? Drawing::wireframe : surfaceDrawing(scene.look, group.alphaMode);
        if (drawing != Drawing::blended) addSurfaces(scene, drawing, group, list);
    }
    if (!wireframe && surfaceDrawing(scene.look, AlphaMode::blend) == Drawing::blended)
        addBlended(scene, clipFromWorld, arena, list);
    if (!scene.look.edges || !canDrawWireframe || wireframe) return;
    for (const Group& group : kGroups)
        addSurfaces(scene, Drawing::edges, group, list);
}

/// See FrameUniforms.
glm::vec4 backdropFromClip(VkExtent2D extent, const VkRect2D& area) {
    const glm::vec2 all(extent.width, extent.height), size(area.extent.width, area.extent.height);
    const glm::vec2 corner(area.offset.x, area.offset.y), scale = 0.5f * size / all;
    return glm::vec4(scale, corner / all + scale);
}

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

/// Writes the uniforms of the ambient occlusion into `frame`. Empty if the model is outside the view.
std::optional<AmbientOcclusion> planOcclusion(const Scene& scene, const VkRect2D& area, shared::FrameUniforms& frame,
                                              FrameArena& arena) {
    constexpr float kRadius = 0.5f;  // per size of the model; the best of 0.2 to 0.6 against ray-traced openness
    const Box& box = scene.ground.footprint;
    const VkRect2D view{{0, 0}, Occlusion::halfOf(area.extent)};
    const VkRect2D model = coveredArea(box, frame.clipFromWorld, view.extent);
    if (model.extent.width == 0 || model.extent.height == 0) return std::nullopt;
    std::array<float, 3> sides{box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z};
    std::ranges::sort(sides);
    const float radius = std::max(kRadius * sides[1], 1e-6f);  // the middle one: a clip may travel far
    const float tangent = std::tan(0.5f * scene.camera.fieldOfView);
    const glm::vec2 size(view.extent.width, view.extent.height);
    const glm::vec2 scale = size / glm::vec2(area.extent.width, area.extent.height);
    // Depth is offset / distance - slope, where the rows of depth and distance are parallel.
    const glm::mat4 rows = glm::transpose(frame.clipFromWorld);
    const float slope =
        -glm::dot(glm::vec3(rows[2]), glm::vec3(rows[3])) / glm::dot(glm::vec3(rows[3]), glm::vec3(rows[3]));
    const float offset = glm::dot(rows[2], frame.eye);
    frame.occlusion = {0.5f * size.y / tangent, tangent * aspectOf(area.extent), tangent, 1.0f / radius};
    frame.occlusionFromTarget = glm::vec4(scale, -scale * glm::vec2(area.offset.x, area.offset.y));
    frame.occlusionPicture = {size, radius / offset, radius * slope / offset};
    const glm::vec2 first(model.offset.x, model.offset.y), count(model.extent.width, model.extent.height);
    frame.occlusionArea = glm::vec4(first, first + count - 1.0f);
    shared::FrameUniforms eye = frame;
    eye.shadowFromWorld =
        glm::translate(glm::vec3(0.5f, 0.5f, 0.0f)) * glm::scale(glm::vec3(0.5f, 0.5f, 1.0f)) * frame.clipFromWorld;
    return AmbientOcclusion{.frameOffset = arena.push(eye), .view = view, .model = model};
}

bool showsBackdrop(const Scene& scene, bool (*shows)(const GpuModel::Surface&)) {
    if (!scene.model || scene.look.view != View::shaded || scene.look.lighting == Lighting::flat) return false;
    return std::ranges::any_of(scene.model->draws(), [&](const GpuModel::Draw& draw) {
        return isShown(draw, scene) && shows(scene.model->surface(draw));
    });
}

}  // namespace

VkDeviceSize arenaBytes(const Device& device, const Scene& scene) {
    const auto aligned = [&](size_t bytes) { return FrameArena::alignedBytes(device, bytes); };
    // Rounded up, so that the arena is not replaced for every added line.
    const size_t lines = scene.lines.empty() ? 0 : std::bit_ceil(scene.lines.size());
    VkDeviceSize bytes = 3 * aligned(sizeof(shared::FrameUniforms)) + aligned(lines * sizeof(Line));
    if (!scene.model) return bytes;
    for (const GpuModel::Draw& draw : scene.model->draws())
        if (scene.model->surface(draw).alphaMode == AlphaMode::blend) bytes += aligned(draw.indices.size_bytes());
    bytes += (1 + scene.ghosts.size()) * (scene.model->draws().size() * aligned(sizeof(shared::Palette)) +
                                          aligned(scene.model->morphWeightCount() * sizeof(float)));
    return bytes;
}

bool needsBackdrop(const Scene& scene) {
    return showsBackdrop(scene, [](const GpuModel::Surface& surface) { return surface.transmissive; });
}

bool needsOpaqueBackdrop(const Scene& scene) {
    return showsBackdrop(scene,
                         [](const GpuModel::Surface& surface) { return surface.transmissive && surface.doubleSided; });
}

bool needsOcclusion(const Scene& scene) {
    return scene.model && hasOcclusion(scene.look) && !scene.ground.footprint.empty();
}

DrawList planDraws(const Scene& scene, const EnvironmentMap& environment, VkExtent2D extent, const VkRect2D& area,
                   bool canDrawWireframe, FrameArena& arena) {
    shared::FrameUniforms frame = frameUniforms(scene, aspectOf(area.extent));
    setEnvironment(frame, environment);
    frame.backdropFromClip = backdropFromClip(extent, area);
    std::optional<AmbientOcclusion> occlusion;
    if (needsOcclusion(scene)) occlusion = planOcclusion(scene, area, frame, arena);
    DrawList list{.model = scene.model,
                  .skinning = scene.look.skinning,
                  .area = area,
                  .background = backgroundDrawing(scene.look),
                  .frameOffset = arena.push(frame),
                  .occlusion = occlusion};
    if (needsBackdrop(scene)) {
        frame.tone = TONE_RADIANCE;
        list.backdropFrameOffset = arena.push(frame);
    }
    if (scene.model) addModel(scene, frame.clipFromWorld, canDrawWireframe, arena, list);
    if (scene.lines.empty()) return list;
    const ArenaSlice lines = arena.allocate(scene.lines.size_bytes());
    std::memcpy(lines.bytes.data(), scene.lines.data(), scene.lines.size_bytes());
    list.linesOffset = lines.offset;
    list.lineCount = static_cast<uint32_t>(scene.lines.size());
    return list;
}

bool hasOcclusion(const Look& look) {
    return look.ambientOcclusion && look.lighting == Lighting::studio && look.view == View::shaded;
}

bool castsShadow(const Look& look) {
    return look.lighting == Lighting::studio && (look.floor || look.view == View::shaded);
}

bool reflectsEnvironment(const Look& look) {
    if (look.environmentBackground) return true;
    return look.lighting != Lighting::flat && look.view == View::shaded;
}

Drawing backgroundDrawing(const Look& look) {
    return look.environmentBackground ? Drawing::litBackground : Drawing::floor;
}

Drawing surfaceDrawing(const Look& look, AlphaMode alphaMode) {
    if (look.view != View::shaded) return Drawing::viewed;
    if (look.lighting == Lighting::flat) {
        if (alphaMode == AlphaMode::blend) return Drawing::flatBlended;
        return alphaMode == AlphaMode::mask ? Drawing::flatMasked : Drawing::flat;
    }
    if (alphaMode == AlphaMode::blend) return Drawing::blended;
    return alphaMode == AlphaMode::mask ? Drawing::masked : Drawing::opaque;
}

}  // namespace sinew
