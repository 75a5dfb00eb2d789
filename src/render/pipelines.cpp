#include "render/pipelines.h"

#include <cstddef>

#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "gpu/shader.h"
#include "render/layouts.h"
#include "render/packed_vertex.h"
#include "render/panel.h"
#include "render/scene.h"
#include "render/shader_library.h"
#include "shared.h"

namespace sinew {
namespace {

/// A pipeline but for the shaders, which are loaded when it is made.
struct Recipe {
    const char* vertex;
    const char* fragment;
    GraphicsPipelineInfo info;
};

/// With four influences the shader does not read the second set, but every input must have an attribute: it gets the
/// first one again.
void readPackedVertices(GraphicsPipelineInfo& info, uint32_t influences) {
    info.vertexBindings = {{0, sizeof(PackedVertex), VK_VERTEX_INPUT_RATE_VERTEX}};
    info.vertexAttributes = {
        {LOCATION_POSITION, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(PackedVertex, position)},
        {LOCATION_NORMAL, 0, VK_FORMAT_R16G16_SNORM, offsetof(PackedVertex, normal)},
        {LOCATION_TANGENT, 0, VK_FORMAT_R8G8B8A8_SNORM, offsetof(PackedVertex, tangent)},
        {LOCATION_UV, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(PackedVertex, uv)},
        {LOCATION_COLOR, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(PackedVertex, color)},
        {LOCATION_SLOTS, 0, VK_FORMAT_R8G8B8A8_UINT, offsetof(PackedVertex, slots)},
        {LOCATION_WEIGHTS, 0, VK_FORMAT_R16G16B16A16_UNORM, offsetof(PackedVertex, weights)},
        {LOCATION_MORE_SLOTS, 0, VK_FORMAT_R8G8B8A8_UINT, offsetof(PackedVertex, slots)},
        {LOCATION_MORE_WEIGHTS, 0, VK_FORMAT_R16G16B16A16_UNORM, offsetof(PackedVertex, weights)},
    };
    if (influences == 4) return;
    info.vertexBindings.push_back({1, sizeof(PackedInfluences), VK_VERTEX_INPUT_RATE_VERTEX});
    info.vertexAttributes[LOCATION_MORE_SLOTS] = {LOCATION_MORE_SLOTS, 1, VK_FORMAT_R8G8B8A8_UINT,
                                                  offsetof(PackedInfluences, slots)};
    info.vertexAttributes[LOCATION_MORE_WEIGHTS] = {LOCATION_MORE_WEIGHTS, 1, VK_FORMAT_R16G16B16A16_UNORM,
                                                    offsetof(PackedInfluences, weights)};
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

/// Towards the eye, before the surface that they are of.
constexpr DepthBias kEdgesBias{.constantFactor = -4.0f, .slopeFactor = -1.0f};

bool needsWireframe(Drawing drawing) {
    return drawing == Drawing::wireframe || drawing == Drawing::edges;
}

Recipe surfaceRecipe(Drawing drawing, const Layouts& layouts, const PictureFormat& format) {
    GraphicsPipelineInfo info{.layout = layouts.lit,
                              .polygonMode = needsWireframe(drawing) ? VK_POLYGON_MODE_LINE : VK_POLYGON_MODE_FILL,
                              .blend = drawing == Drawing::blended || drawing == Drawing::ghost,
                              .depthWrite = drawing != Drawing::blended && drawing != Drawing::edges,
                              .colorFormat = format.color,
                              .depthFormat = format.depth,
                              .samples = format.samples};
    if (drawing == Drawing::edges) info.depthBias = kEdgesBias;
    readPackedVertices(info, format.influences);
    if (drawing == Drawing::viewed) return {"viewed.vert", "viewed.frag", std::move(info)};
    return {"skinned.vert", drawing == Drawing::ghost ? "ghost.frag" : "lit.frag", std::move(info)};
}

Recipe floorShadowRecipe(const Layouts& layouts, const PictureFormat& format) {
    GraphicsPipelineInfo info{.layout = layouts.floor, .colorFormat = kShadowFormat, .depthFormat = format.depth};
    readPackedVertices(info, format.influences);
    std::erase_if(info.vertexAttributes, [](const VkVertexInputAttributeDescription& attribute) {
        return attribute.location == LOCATION_NORMAL || attribute.location == LOCATION_TANGENT ||
               attribute.location == LOCATION_UV || attribute.location == LOCATION_COLOR;
    });
    return {"floor_shadow.vert", "floor_shadow.frag", std::move(info)};
}

Recipe floorRecipe(const Layouts& layouts, const PictureFormat& format) {
    return {"fullscreen.vert",
            "floor.frag",
            {.layout = layouts.floor,
             .depthTest = false,
             .depthWrite = false,
             .colorFormat = format.color,
             .depthFormat = format.depth,
             .samples = format.samples}};
}

Recipe lineRecipe(const Layouts& layouts, const PictureFormat& format) {
    Recipe recipe{"line.vert", "line.frag", floorRecipe(layouts, format).info};
    recipe.info.layout = layouts.line;
    recipe.info.blend = true;
    readLines(recipe.info);
    return recipe;
}

Recipe floorBlurRecipe(const Layouts& layouts) {
    return {"fullscreen.vert",
            "floor_blur.frag",
            {.layout = layouts.blur, .depthTest = false, .depthWrite = false, .colorFormat = kShadowFormat}};
}

Recipe panelRecipe(const Layouts& layouts, const PictureFormat& format) {
    Recipe recipe{
        "panel.vert",
        "panel.frag",
        {.layout = layouts.panel, .blend = true, .depthTest = false, .depthWrite = false, .colorFormat = format.color}};
    readPanel(recipe.info);
    return recipe;
}

Recipe recipeOf(Drawing drawing, const Layouts& layouts, const PictureFormat& format) {
    switch (drawing) {
        case Drawing::opaque:
        case Drawing::blended:
        case Drawing::wireframe:
        case Drawing::edges:
        case Drawing::viewed:
        case Drawing::ghost:
            return surfaceRecipe(drawing, layouts, format);
        case Drawing::floorShadow:
            return floorShadowRecipe(layouts, format);
        case Drawing::floor:
            return floorRecipe(layouts, format);
        case Drawing::line:
            return lineRecipe(layouts, format);
        case Drawing::floorBlur:
            return floorBlurRecipe(layouts);
        case Drawing::panel:
            break;
    }
    return panelRecipe(layouts, format);
}

bool skins(Drawing drawing) {
    return drawing <= Drawing::floorShadow;
}

}  // namespace

Pipelines::Pipelines(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts,
                     const PictureFormat& format)
    : device_(&device), shaders_(&shaders), layouts_(&layouts), format_(format) {}

VkPipeline Pipelines::of(Drawing drawing, Skinning skinning) {
    if (needsWireframe(drawing) && !device_->features().wireframe) return VK_NULL_HANDLE;
    const size_t how = skins(drawing) ? static_cast<size_t>(skinning) : 0;
    GraphicsPipelineHandle& handle = handles_[how][static_cast<size_t>(drawing)];
    if (!handle) handle = make(drawing, skinning);
    return handle;
}

void Pipelines::remake() {
    Handles made;
    for (size_t how = 0; how < made.size(); ++how)
        for (size_t drawing = 0; drawing < kDrawings; ++drawing)
            if (handles_[how][drawing])
                made[how][drawing] = make(static_cast<Drawing>(drawing), static_cast<Skinning>(how));
    handles_ = std::move(made);
}

GraphicsPipelineHandle Pipelines::make(Drawing drawing, Skinning skinning) const {
    static_assert(SKINNING_LINEAR == static_cast<int>(Skinning::linear) &&
                  SKINNING_DUAL_QUATERNION == static_cast<int>(Skinning::dualQuaternion));
    auto [vertex, fragment, info] = recipeOf(drawing, *layouts_, format_);
    const ShaderModuleHandle vertexShader = makeShaderModule(*device_, shaders_->spirv(vertex));
    const ShaderModuleHandle fragmentShader = makeShaderModule(*device_, shaders_->spirv(fragment));
    info.stages = {{VK_SHADER_STAGE_VERTEX_BIT, vertexShader, {}}, {VK_SHADER_STAGE_FRAGMENT_BIT, fragmentShader, {}}};
    if (skins(drawing))
        info.stages[0].constants = {{CONSTANT_INFLUENCES, format_.influences},
                                    {CONSTANT_SKINNING, static_cast<uint32_t>(skinning)}};
    return makeGraphicsPipeline(*device_, info);
}

}  // namespace sinew
