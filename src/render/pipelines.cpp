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

/// A vertex and a fragment shader for as long as pipelines are made of them.
class Program {
  public:
    Program(const Device& device, const ShaderLibrary& shaders, const char* vertex, const char* fragment)
        : vertex_(makeShaderModule(device, shaders.spirv(vertex))),
          fragment_(makeShaderModule(device, shaders.spirv(fragment))) {}

    std::vector<ShaderStage> stages(std::vector<SpecializationConstant> vertexConstants = {}) const {
        return {{VK_SHADER_STAGE_VERTEX_BIT, vertex_, std::move(vertexConstants)},
                {VK_SHADER_STAGE_FRAGMENT_BIT, fragment_, {}}};
    }

  private:
    ShaderModuleHandle vertex_, fragment_;
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

Pipelines::Skinned makeSkinned(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts,
                               const PictureFormat& format, Skinning how) {
    static_assert(SKINNING_LINEAR == static_cast<int>(Skinning::linear) &&
                  SKINNING_DUAL_QUATERNION == static_cast<int>(Skinning::dualQuaternion));
    const std::vector<SpecializationConstant> skinning{{CONSTANT_INFLUENCES, format.influences},
                                                       {CONSTANT_SKINNING, static_cast<uint32_t>(how)}};
    Pipelines::Skinned made;
    const Program lit(device, shaders, "skinned.vert", "lit.frag");
    GraphicsPipelineInfo surface{.layout = layouts.lit,
                                 .stages = lit.stages(skinning),
                                 .colorFormat = format.color,
                                 .depthFormat = format.depth,
                                 .samples = format.samples};
    readPackedVertices(surface, format.influences);
    made.opaque = makeGraphicsPipeline(device, surface);
    if (device.features().wireframe) {
        surface.polygonMode = VK_POLYGON_MODE_LINE;
        made.wireframe = makeGraphicsPipeline(device, surface);
        surface.depthWrite = false;
        surface.depthBias = kEdgesBias;
        made.edges = makeGraphicsPipeline(device, surface);
        surface.depthBias.reset();
        surface.depthWrite = true;
        surface.polygonMode = VK_POLYGON_MODE_FILL;
    }
    surface.blend = true;
    surface.depthWrite = false;
    made.blended = makeGraphicsPipeline(device, surface);

    const Program views(device, shaders, "viewed.vert", "viewed.frag");
    surface.stages = views.stages(skinning);
    surface.blend = false;
    surface.depthWrite = true;
    made.viewed = makeGraphicsPipeline(device, surface);

    const Program tint(device, shaders, "skinned.vert", "ghost.frag");
    surface.stages = tint.stages(skinning);
    surface.blend = true;
    made.ghost = makeGraphicsPipeline(device, surface);

    const Program flat(device, shaders, "floor_shadow.vert", "floor_shadow.frag");
    GraphicsPipelineInfo shadow{.layout = layouts.floor,
                                .stages = flat.stages(skinning),
                                .colorFormat = kShadowFormat,
                                .depthFormat = format.depth};
    readPackedVertices(shadow, format.influences);
    std::erase_if(shadow.vertexAttributes, [](const VkVertexInputAttributeDescription& attribute) {
        return attribute.location == LOCATION_NORMAL || attribute.location == LOCATION_TANGENT ||
               attribute.location == LOCATION_UV || attribute.location == LOCATION_COLOR;
    });
    made.floorShadow = makeGraphicsPipeline(device, shadow);
    return made;
}

}  // namespace

Pipelines::Pipelines(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts,
                     const PictureFormat& format) {
    for (const Skinning skinning : {Skinning::linear, Skinning::dualQuaternion})
        skinned[static_cast<size_t>(skinning)] = makeSkinned(device, shaders, layouts, format, skinning);

    const Program backdrop(device, shaders, "fullscreen.vert", "floor.frag");
    GraphicsPipelineInfo behind{.layout = layouts.floor,
                                .stages = backdrop.stages(),
                                .depthTest = false,
                                .depthWrite = false,
                                .colorFormat = format.color,
                                .depthFormat = format.depth,
                                .samples = format.samples};
    floor = makeGraphicsPipeline(device, behind);

    const Program lines(device, shaders, "line.vert", "line.frag");
    GraphicsPipelineInfo over = behind;
    over.layout = layouts.line;
    over.stages = lines.stages();
    over.blend = true;
    readLines(over);
    line = makeGraphicsPipeline(device, over);

    const Program gauss(device, shaders, "fullscreen.vert", "floor_blur.frag");
    floorBlur = makeGraphicsPipeline(device, {.layout = layouts.blur,
                                              .stages = gauss.stages(),
                                              .depthTest = false,
                                              .depthWrite = false,
                                              .colorFormat = kShadowFormat});

    const Program lists(device, shaders, "panel.vert", "panel.frag");
    GraphicsPipelineInfo above{.layout = layouts.panel,
                               .stages = lists.stages(),
                               .blend = true,
                               .depthTest = false,
                               .depthWrite = false,
                               .colorFormat = format.color};
    readPanel(above);
    panel = makeGraphicsPipeline(device, above);
}

}  // namespace sinew
