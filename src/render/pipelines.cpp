#include "render/pipelines.h"

#include <cstddef>
#include <future>
#include <utility>
#include <vector>

#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/shader.h"
#include "render/layouts.h"
#include "render/occlusion.h"
#include "render/packed_vertex.h"
#include "render/panel.h"
#include "render/shader_library.h"
#include "render/shadow_map.h"

namespace sinew {
namespace {

/// Everything of a pipeline but the shader modules.
struct Recipe {
    const char* vertex;
    const char* fragment;  ///< null: none
    GraphicsPipelineInfo info;
};

/// With four influences the shader ignores the second set, but its inputs still need attributes: those of the first
/// set stand in.
void readPackedVertices(GraphicsPipelineInfo& info, uint32_t influences) {
    const bool more = influences > 4;
    const uint32_t binding = more ? 1 : 0;
    const uint32_t indices = more ? offsetof(PackedInfluences, paletteIndices) : offsetof(PackedVertex, paletteIndices);
    const uint32_t weights = more ? offsetof(PackedInfluences, weights) : offsetof(PackedVertex, weights);
    info.vertexBindings = {{0, sizeof(PackedVertex), VK_VERTEX_INPUT_RATE_VERTEX}};
    if (more) info.vertexBindings.push_back({1, sizeof(PackedInfluences), VK_VERTEX_INPUT_RATE_VERTEX});
    info.vertexAttributes = {
        {LOCATION_POSITION, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(PackedVertex, position)},
        {LOCATION_NORMAL, 0, VK_FORMAT_R16G16_SNORM, offsetof(PackedVertex, normal)},
        {LOCATION_TANGENT, 0, VK_FORMAT_R8G8B8A8_SNORM, offsetof(PackedVertex, tangent)},
        {LOCATION_UV, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(PackedVertex, uv)},
        {LOCATION_COLOR, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(PackedVertex, color)},
        {LOCATION_PALETTE_INDICES, 0, VK_FORMAT_R8G8B8A8_UINT, offsetof(PackedVertex, paletteIndices)},
        {LOCATION_WEIGHTS, 0, VK_FORMAT_R16G16B16A16_UNORM, offsetof(PackedVertex, weights)},
        {LOCATION_MORE_PALETTE_INDICES, binding, VK_FORMAT_R8G8B8A8_UINT, indices},
        {LOCATION_MORE_WEIGHTS, binding, VK_FORMAT_R16G16B16A16_UNORM, weights},
        {LOCATION_MORE_UVS, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(PackedVertex, moreUv)},
    };
}

void readLines(GraphicsPipelineInfo& info) {
    info.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    info.vertexBindings = {{0, sizeof(Line), VK_VERTEX_INPUT_RATE_INSTANCE}};
    info.vertexAttributes = {
        {0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Line, start)},
        {1, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Line, end)},
        {2, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Line, color)},
        {3, 0, VK_FORMAT_R32_SFLOAT, offsetof(Line, width)},
    };
}

void readPanel(GraphicsPipelineInfo& info) {
    info.vertexBindings = {{0, sizeof(PanelVertex), VK_VERTEX_INPUT_RATE_VERTEX}};
    info.vertexAttributes = {
        {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(PanelVertex, position)},
        {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(PanelVertex, uv)},
        {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(PanelVertex, color)},
    };
}

/// Moves edges in front of the surfaces that they belong to.
constexpr DepthBias kEdgesBias{.constantFactor = -4.0f, .slopeFactor = -1.0f};

bool needsWireframe(Drawing drawing) {
    return drawing == Drawing::wireframe || drawing == Drawing::edges;
}

bool isBlended(Drawing drawing) {
    return drawing == Drawing::blended || drawing == Drawing::flatBlended;
}

bool skins(Drawing drawing) {
    return drawing <= Drawing::maskedDepth;
}

Recipe surfaceRecipe(Drawing drawing, GraphicsPipelineInfo info, VkPipelineLayout layout) {
    info.layout = layout;
    info.polygonMode = needsWireframe(drawing) ? VK_POLYGON_MODE_LINE : VK_POLYGON_MODE_FILL;
    info.blend = isBlended(drawing) || drawing == Drawing::ghost;
    info.depthWrite = !isBlended(drawing) && drawing != Drawing::edges;
    if (drawing == Drawing::edges) info.depthBias = kEdgesBias;
    if (drawing == Drawing::viewed) return {"viewed.vert", "viewed.frag", std::move(info)};
    if (drawing == Drawing::ghost) return {"skinned.vert", "ghost.frag", std::move(info)};
    if (drawing == Drawing::flat || drawing == Drawing::flatBlended)
        return {"skinned.vert", "flat.frag", std::move(info)};
    if (drawing == Drawing::flatMasked) return {"skinned.vert", "flat_masked.frag", std::move(info)};
    const bool masked = drawing == Drawing::masked || needsWireframe(drawing);  // edges only where there is a surface
    return {"skinned.vert", masked ? "lit_masked.frag" : "lit.frag", std::move(info)};
}

/// Moves casters away from the light, so that they do not shadow themselves.
constexpr DepthBias kShadowBias{.constantFactor = 2.0f, .slopeFactor = 2.0f};

Recipe depthRecipe(Drawing drawing, GraphicsPipelineInfo info, VkPipelineLayout layout) {
    const bool isShadow = drawing == Drawing::shadow || drawing == Drawing::maskedShadow;
    const bool isMasked = drawing == Drawing::maskedShadow || drawing == Drawing::maskedDepth;
    info.layout = layout;
    info.colorFormat = VK_FORMAT_UNDEFINED;
    info.depthFormat = isShadow ? ShadowMap::kFormat : Occlusion::kDepthFormat;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    if (isShadow) info.depthBias = kShadowBias;
    return {"depth.vert", isMasked ? "depth.frag" : nullptr, std::move(info)};
}

Recipe occlusionRecipe(const char* fragment, GraphicsPipelineInfo info, VkPipelineLayout layout) {
    info.layout = layout;
    info.colorFormat = Occlusion::kOpennessFormat;
    info.depthFormat = VK_FORMAT_UNDEFINED;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    return {"fullscreen.vert", fragment, std::move(info)};
}

Recipe recipeOf(Drawing drawing, const Layouts& layouts, const PictureFormat& format) {
    GraphicsPipelineInfo info{.colorFormat = format.color, .depthFormat = format.depth, .samples = format.samples};
    if (skins(drawing)) {
        readPackedVertices(info, format.influences);
        if (drawing >= Drawing::shadow) return depthRecipe(drawing, std::move(info), layouts.lit);
        return surfaceRecipe(drawing, std::move(info), layouts.lit);
    }
    info.depthTest = info.depthWrite = false;
    if (drawing == Drawing::occlusion) return occlusionRecipe("occlusion.frag", std::move(info), layouts.occlusion);
    if (drawing == Drawing::occlusionBlur)
        return occlusionRecipe("occlusion_blur.frag", std::move(info), layouts.occlusion);
    if (drawing == Drawing::floor || drawing == Drawing::litBackground) {
        info.layout = layouts.floor;
        return {"fullscreen.vert", "floor.frag", std::move(info)};
    }
    info.blend = true;
    if (drawing == Drawing::line) {
        info.layout = layouts.line;
        readLines(info);
        return {"line.vert", "line.frag", std::move(info)};
    }
    info.layout = layouts.panel;
    info.depthFormat = VK_FORMAT_UNDEFINED;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    readPanel(info);
    return {"panel.vert", "panel.frag", std::move(info)};
}

}  // namespace

Pipelines::Pipelines(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts,
                     const PictureFormat& format)
    : device_(&device), shaders_(&shaders), layouts_(&layouts), format_(format) {}

Pipelines::Key Pipelines::needed(const Key& key) {
    const bool isSkinned = skins(key.drawing);
    return {.drawing = key.drawing,
            .skinning = isSkinned ? key.skinning : Skinning::linear,
            .layers = key.layers & layersRead(key.drawing),
            .instanced = key.instanced && isSkinned};
}

VkPipeline Pipelines::of(Drawing drawing, Skinning skinning, uint32_t layers, bool instanced) {
    if (needsWireframe(drawing) && !device_->features().wireframe) return VK_NULL_HANDLE;
    const Key key = needed({drawing, skinning, layers, instanced});
    GraphicsPipelineHandle& handle = handles_[key];
    if (!handle) handle = make(key);
    return handle;
}

void Pipelines::prepare(std::span<const Key> keys) {
    std::vector<std::pair<Key, std::future<GraphicsPipelineHandle>>> made;
    for (const Key& wanted : keys)
        if (const Key key = needed(wanted); !handles_[key])
            made.emplace_back(key, std::async([this, key] { return make(key); }));
    for (auto& [key, handle] : made)
        handles_[key] = handle.get();
}

void Pipelines::recreate() {
    std::map<Key, GraphicsPipelineHandle> made;
    for (const auto& [key, handle] : handles_)
        if (handle) made[key] = make(key);
    handles_ = std::move(made);
}

GraphicsPipelineHandle Pipelines::make(const Key& key) const {
    const auto [drawing, skinning, layers, instanced] = key;
    static_assert(SKINNING_LINEAR == static_cast<int>(Skinning::linear) &&
                  SKINNING_DUAL_QUATERNION == static_cast<int>(Skinning::dualQuaternion));
    auto [vertex, fragment, info] = recipeOf(drawing, *layouts_, format_);
    const ShaderModuleHandle vertexShader = makeShaderModule(*device_, shaders_->spirv(vertex));
    info.stages = {{VK_SHADER_STAGE_VERTEX_BIT, vertexShader, {}}};
    if (skins(drawing))
        info.stages[0].constants = {{CONSTANT_INFLUENCES, format_.influences},
                                    {CONSTANT_SKINNING, static_cast<uint32_t>(skinning)},
                                    {CONSTANT_INSTANCED, instanced}};
    ShaderModuleHandle fragmentShader;
    if (fragment) {
        fragmentShader = makeShaderModule(*device_, shaders_->spirv(fragment));
        info.stages.push_back({VK_SHADER_STAGE_FRAGMENT_BIT,
                               fragmentShader,
                               {{CONSTANT_BLENDED, isBlended(drawing)},
                                {CONSTANT_SAMPLES, static_cast<uint32_t>(info.samples)},
                                {CONSTANT_LAYERS, layers},
                                {CONSTANT_BACKGROUND, drawing == Drawing::litBackground}}});
    }
    return makeGraphicsPipeline(*device_, info);
}

}  // namespace sinew
