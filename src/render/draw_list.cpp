#include "render/draw_list.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <ranges>
#include <tuple>
#include <utility>

#include <glm/matrix.hpp>

#include "gpu/device.h"
#include "gpu/frame_arena.h"
#include "render/blend_order.h"
#include "render/level_choice.h"
#include "render/light.h"
#include "render/target.h"
#include "render/texture/surface_flags.h"

namespace sinew {
namespace {

static_assert(static_cast<int>(Tone::neutral) == TONE_NEUTRAL && static_cast<int>(Tone::aces) == TONE_ACES &&
              static_cast<int>(Tone::none) == TONE_NONE);
static_assert(static_cast<int>(View::shaded) == 0 && static_cast<int>(View::weights) == VIEW_WEIGHTS &&
              static_cast<int>(View::influences) == VIEW_INFLUENCES && static_cast<int>(View::parts) == VIEW_PARTS &&
              static_cast<int>(View::normals) == VIEW_NORMALS && static_cast<int>(View::uvs) == VIEW_UVS &&
              static_cast<int>(View::baseColor) == VIEW_BASE_COLOR && static_cast<int>(View::alpha) == VIEW_ALPHA &&
              static_cast<int>(View::metallic) == VIEW_METALLIC &&
              static_cast<int>(View::roughness) == VIEW_ROUGHNESS &&
              static_cast<int>(View::occlusion) == VIEW_OCCLUSION &&
              static_cast<int>(View::emissive) == VIEW_EMISSIVE && static_cast<int>(View::levels) == VIEW_LEVELS);

constexpr float kUntexturedReflectance = 0.5f;

bool isShown(const GpuModel::Draw& draw, const Scene& scene) {
    return scene.hidden.empty() || !scene.hidden[draw.instance];
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

/// How many parts of the list show each part of the model, its ghosts aside.
uint32_t copies(const Scene& scene, const DrawList& list) {
    return static_cast<uint32_t>(list.parts.size() / scene.model->draws().size() - scene.ghosts.size());
}

/// `copy`: below copies().
SurfaceDraw surfaceDrawOf(const Scene& scene, Drawing drawing, uint32_t index, uint32_t copy, const DrawList& list) {
    const auto part = static_cast<uint32_t>(copy * scene.model->draws().size() + index);
    const GpuModel::Draw& modelDraw = scene.model->draws()[index];
    const GpuModel::Surface& surface = scene.model->surface(modelDraw);
    SurfaceDraw draw{.draw = index, .part = part, .constants = constantsOf(surface, scene.look)};
    draw.constants.partIndex = scene.look.view == View::levels ? list.parts[part].level : index;
    if (surface.transmissive) draw.constants.meshScale = meshScale(modelDraw, scene.worldFromNode);
    if (drawing == Drawing::wireframe || drawing == Drawing::edges) draw.constants.flags |= SURFACE_WIREFRAME;
    if (drawing != Drawing::wireframe) draw.cullMode = cullModeOf(list.parts[part], surface);
    return draw;
}

/// How many copies one draw call can draw. With --view lod each has a color of its own.
uint32_t copiesTogether(const Scene& scene, const DrawList& list) {
    return list.instanced && scene.look.view != View::levels ? copies(scene, list) : 1;
}

/// Value of CONSTANT_LAYERS that a surface is drawn with.
uint32_t layersOf(const GpuModel::Surface& surface, const Look& look) {
    return look.textures ? surface.layers : surface.layers & ~LAYER_ALL_MAPS;
}

bool drawAlike(const DrawBatch& a, const DrawBatch& b) {
    return a.drawing == b.drawing && a.layers == b.layers && a.inBackdrop == b.inBackdrop && a.instanced == b.instanced;
}

/// Adds a batch without draws, like `batch`.
DrawBatch& beginBatch(DrawBatch batch, std::vector<DrawBatch>& batches, const DrawList& list) {
    batch.first = static_cast<uint32_t>(list.draws.size());
    return batches.emplace_back(batch);
}

/// Adds a draw to the last batch, or to a new one like `batch` where the last one differs from it.
void addDraw(const SurfaceDraw& draw, const DrawBatch& batch, std::vector<DrawBatch>& batches, DrawList& list) {
    if (batches.empty() || !drawAlike(batches.back(), batch) ||
        batches.back().first + batches.back().count != list.draws.size())
        beginBatch(batch, batches, list);
    list.draws.push_back(draw);
    ++batches.back().count;
}

/// The surfaces of the model in this group; with `backs`, only the back sides that are seen of those that transmit
/// light.
void addSurfaces(const Scene& scene, Drawing drawing, const Group& group, DrawList& list, bool backs = false) {
    const bool inBackdrop = !group.transmissive && group.alphaMode != AlphaMode::blend;
    for (uint32_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Draw& draw = scene.model->draws()[i];
        const GpuModel::Surface& surface = scene.model->surface(draw);
        if (!isShown(draw, scene) || !isIn(group, surface)) continue;
        const uint32_t occluded = list.occlusion && !group.transmissive ? LAYER_OCCLUDED : 0;
        const DrawBatch batch{.drawing = drawing,
                              .layers = layersOf(surface, scene.look) | occluded,
                              .inBackdrop = inBackdrop,
                              .instanced = list.instanced};
        const uint32_t together = copiesTogether(scene, list);
        for (uint32_t copy = 0; copy < copies(scene, list); copy += together) {
            SurfaceDraw surfaceDraw = surfaceDrawOf(scene, drawing, i, copy, list);
            surfaceDraw.copies = together;
            if (backs) {
                const VkCullModeFlags inside = list.parts[surfaceDraw.part].inside;
                if (surfaceDraw.cullMode != VK_CULL_MODE_NONE || inside == VK_CULL_MODE_NONE) continue;
                surfaceDraw.cullMode = inside ^ VK_CULL_MODE_FRONT_AND_BACK;
            }
            addDraw(surfaceDraw, batch, backs ? list.backs : list.batches, list);
        }
    }
}

bool isBlended(const GpuModel::Draw& draw, const Scene& scene) {
    return isShown(draw, scene) && scene.model->surface(draw).alphaMode == AlphaMode::blend;
}

/// The blended surfaces of instances, the farthest instance first, one draw call each.
void addBlendedInstances(const Scene& scene, DrawList& list) {
    const std::span<const GpuModel::Draw> draws = scene.model->draws();
    if (std::ranges::none_of(draws, [&](const GpuModel::Draw& draw) { return isBlended(draw, scene); })) return;
    std::vector<PlacedInstance>& sorted = list.sortedInstances;
    const auto depthOf = [depths = scene.instances->depths](size_t instance) {
        return depths.empty() || std::isnan(depths[instance]) ? 0.0f : depths[instance];
    };
    for (uint32_t copy = 0; copy < copies(scene, list); ++copy)
        for (uint32_t i = 0; i < list.parts[copy * draws.size()].instanceCount; ++i)
            sorted.push_back({depthOf(sorted.size()), copy, i});
    const auto order = [](const PlacedInstance& instance) {
        return std::tuple(-instance.depth, instance.copy, instance.index);
    };
    std::ranges::sort(sorted, {}, order);  // unlike a stable sort, it allocates nothing
    for (const PlacedInstance& instance : sorted)
        for (uint32_t i = 0; i < draws.size(); ++i) {
            if (!isBlended(draws[i], scene)) continue;
            SurfaceDraw draw = surfaceDrawOf(scene, Drawing::blended, i, instance.copy, list);
            draw.instance = instance.index;
            addDraw(draw,
                    {.drawing = Drawing::blended,
                     .layers = layersOf(scene.model->surface(draws[i]), scene.look),
                     .instanced = list.instanced},
                    list.batches, list);
        }
}

/// The blended surfaces of the model back to front: parts by their mean depth, and the triangles within each part.
void addBlended(const Scene& scene, const glm::mat4& clipFromWorld, FrameArena& arena, DrawList& list) {
    std::vector<std::pair<float, SurfaceDraw>> sorted;  // by depth
    for (uint32_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Draw& draw = scene.model->draws()[i];
        if (!isBlended(draw, scene)) continue;
        const BackToFront order =
            sortedBackToFront(draw, scene.worldFromNode, morphWeightsOf(draw, scene.morphWeights), clipFromWorld);
        const std::span indices(order.indices);
        if (indices.empty()) continue;
        const ArenaSlice slice = arena.allocate(indices.size_bytes());
        std::memcpy(slice.bytes.data(), indices.data(), indices.size_bytes());
        sorted.emplace_back(order.depth, surfaceDrawOf(scene, Drawing::blended, i, 0, list));
        sorted.back().second.indicesOffset = slice.offset;
    }
    std::ranges::stable_sort(sorted, std::ranges::greater(), &std::pair<float, SurfaceDraw>::first);
    for (const SurfaceDraw& draw : sorted | std::views::values) {
        const GpuModel::Surface& surface = scene.model->surface(scene.model->draws()[draw.draw]);
        addDraw(draw, {.drawing = Drawing::blended, .layers = layersOf(surface, scene.look)}, list.batches, list);
    }
}

/// Two passes: the first writes only depth, so that the back of a ghost does not show through its front.
void addGhost(const Scene& scene, size_t ghost, DrawList& list) {
    const std::span<const GpuModel::Draw> draws = scene.model->draws();
    const glm::vec4& color = scene.ghosts[ghost].color;
    for (const float alpha : {0.0f, color.a}) {
        DrawBatch& batch = beginBatch({.drawing = Drawing::ghost}, list.batches, list);
        for (uint32_t i = 0; i < draws.size(); ++i) {
            if (!isShown(draws[i], scene)) continue;
            const GpuModel::Surface& surface = scene.model->surface(draws[i]);
            const auto part = static_cast<uint32_t>((copies(scene, list) + ghost) * draws.size() + i);
            SurfaceDraw draw{.draw = i, .part = part, .constants = constantsOf(surface, {})};
            draw.cullMode = cullModeOf(list.parts[part], surface);
            draw.constants.ghostColor = glm::vec4(glm::vec3(color), alpha);
            if (surface.alphaMode == AlphaMode::opaque) draw.constants.flags &= ~(1u << MAP_BASE_COLOR);
            list.draws.push_back(draw);
            ++batch.count;
        }
    }
    list.batches.back().clearsDepth = true;
}

/// The opaque casters, or the others.
DrawBatch addCasters(const Scene& scene, bool opaque, DrawList& list) {
    const auto first = static_cast<uint32_t>(list.draws.size());
    for (uint32_t i = 0; i < scene.model->draws().size(); ++i) {
        const GpuModel::Surface& surface = scene.model->surface(scene.model->draws()[i]);
        const bool isOpaque = surface.alphaMode == AlphaMode::opaque && !surface.transmissive;
        if (!isShown(scene.model->draws()[i], scene) || isOpaque != opaque) continue;
        const uint32_t together = copiesTogether(scene, list);
        SurfaceDraw draw{.draw = i, .part = 0, .constants = constantsOf(surface, {}), .copies = together};
        if (surface.alphaMode == AlphaMode::blend || surface.transmissive) draw.constants.flags |= SURFACE_SEE_THROUGH;
        for (uint32_t copy = 0; copy < copies(scene, list); copy += together) {
            draw.part = static_cast<uint32_t>(copy * scene.model->draws().size() + i);
            list.draws.push_back(draw);
        }
    }
    return {.instanced = list.instanced, .first = first, .count = static_cast<uint32_t>(list.draws.size()) - first};
}

/// The key light's shadow falls on shaded surfaces and on the floor, ambient occlusion on surfaces.
void addCasters(const Scene& scene, DrawList& list) {
    if (scene.ground.footprint.empty() || !castsShadow(scene.look)) return;
    list.casters = addCasters(scene, true, list);
    list.maskedCasters = addCasters(scene, false, list);
}

void addModel(const Device& device, const Scene& scene, const glm::mat4& clipFromWorld, FrameArena& arena,
              DrawList& list) {
    const bool canDrawWireframe = device.features().wireframe;
    if (scene.instances) {
        list.instanced = drawsMerged(device, *scene.instances);
        list.posing = addInstancedParts(scene, list.instanced, arena, list.parts);
        if (list.instanced) list.commandsOffset = pushCommands(*scene.model, list.parts, arena);
    } else {
        list.parts.reserve(scene.model->draws().size() * (1 + scene.ghosts.size()));
        addPosedParts(scene, scene.worldFromNode, scene.morphWeights, arena, list.parts);
    }
    for (const Ghost& ghost : scene.ghosts)
        addPosedParts(scene, ghost.worldFromNode, ghost.morphWeights, arena, list.parts);
    if (list.parts.empty()) return;
    if (scene.look.view == View::levels && !scene.instances) chooseLevels(scene, list.area.extent, list.parts);
    addCasters(scene, list);
    for (size_t i = 0; i < scene.ghosts.size(); ++i)
        addGhost(scene, i, list);
    const bool wireframe = scene.look.wireframe && canDrawWireframe;
    const auto drawingOf = [&](const Group& group) {
        return wireframe ? Drawing::wireframe : surfaceDrawing(scene.look, group.alphaMode);
    };
    for (const Group& group : kGroups)
        if (drawingOf(group) != Drawing::blended) addSurfaces(scene, drawingOf(group), group, list);
    for (const Group& group : kGroups)
        if (drawingOf(group) != Drawing::blended && group.transmissive && list.backdropFrameOffset)
            addSurfaces(scene, drawingOf(group), group, list, true);
    if (!wireframe && surfaceDrawing(scene.look, AlphaMode::blend) == Drawing::blended) {
        if (scene.instances)
            addBlendedInstances(scene, list);
        else
            addBlended(scene, clipFromWorld, arena, list);
    }
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

/// Keeps the memory of the vectors.
void clear(DrawList& list) {
    DrawList empty;
    const auto keep = [](auto& memory, auto& kept) {
        memory.clear();
        kept = std::move(memory);
    };
    keep(list.parts, empty.parts);
    keep(list.draws, empty.draws);
    keep(list.batches, empty.batches);
    keep(list.backs, empty.backs);
    keep(list.sortedInstances, empty.sortedInstances);
    list = std::move(empty);
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
    VkDeviceSize bytes = 4 * aligned(sizeof(shared::FrameUniforms)) + aligned(lines * sizeof(Line));
    if (!scene.model) return bytes;
    if (scene.instances) bytes += instanceBytes(device, *scene.model, *scene.instances);
    for (const GpuModel::Draw& draw : scene.model->draws())
        if (!scene.instances && scene.model->surface(draw).alphaMode == AlphaMode::blend)
            bytes += aligned(draw.indices.size_bytes());
    const size_t poses = (scene.instances ? 0 : 1) + scene.ghosts.size();
    bytes += poses * (scene.model->draws().size() * aligned(sizeof(shared::Palette)) +
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

void planDraws(const Device& device, const Scene& scene, const EnvironmentMap& environment, VkExtent2D extent,
               const VkRect2D& area, FrameArena& arena, DrawList& list) {
    shared::FrameUniforms frame = frameUniforms(scene, aspectOf(area.extent));
    setEnvironment(frame, environment);
    frame.backdropFromClip = backdropFromClip(extent, area);
    std::optional<AmbientOcclusion> occlusion;
    if (needsOcclusion(scene)) occlusion = planOcclusion(scene, area, frame, arena);
    clear(list);
    list.model = scene.model;
    list.skinning = scene.look.skinning;
    list.area = area;
    list.background = backgroundDrawing(scene.look);
    if (scene.look.floor && castsShadow(scene.look) && !scene.instances) {
        shared::FrameUniforms below = frame;
        below.shadowFromWorld = frame.contactFromWorld = contactFromWorld(scene.ground);
        list.contactFrameOffset = arena.push(below);
    }
    list.frameOffset = arena.push(frame);
    list.occlusion = occlusion;
    if (needsBackdrop(scene)) {
        frame.tone = TONE_RADIANCE;
        list.backdropFrameOffset = arena.push(frame);
    }
    if (scene.model) addModel(device, scene, frame.clipFromWorld, arena, list);
    if (scene.lines.empty()) return;
    const ArenaSlice lines = arena.allocate(scene.lines.size_bytes());
    std::memcpy(lines.bytes.data(), scene.lines.data(), scene.lines.size_bytes());
    list.linesOffset = lines.offset;
    list.lineCount = static_cast<uint32_t>(scene.lines.size());
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
