#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <volk.h>

#include "render/gpu_model.h"
#include "render/occlusion.h"
#include "render/pipelines.h"
#include "render/posed_parts.h"
#include "render/scene.h"
#include "shared.h"

namespace sinew {

class Device;
class EnvironmentMap;
class FrameArena;

/// One draw call of a surface.
struct SurfaceDraw {
    uint32_t draw = 0;  ///< index in GpuModel::draws()
    uint32_t part = 0;  ///< index in DrawList::parts
    shared::SurfaceConstants constants{};
    VkCullModeFlags cullMode = VK_CULL_MODE_NONE;
    std::optional<uint32_t> indicesOffset;  ///< of its indices in the arena; none: the model's
    std::optional<uint32_t> instance;       ///< the only one that is drawn, of those of the part; none: all
};

/// Draw calls with one pipeline.
struct DrawBatch {
    Drawing drawing = Drawing::opaque;
    std::vector<SurfaceDraw> draws;
    uint32_t layers = 0;       ///< as in Pipelines::of()
    bool inBackdrop = false;   ///< surfaces that transmit light show it
    bool clearsDepth = false;  ///< afterwards
    bool instanced = false;    ///< see DrawList
};

/// What surfaces that transmit light show behind them.
enum class Behind {
    surfaces,  ///< opaque ones, and the back sides of those that transmit light
    opaque,
    nothing,  ///< they are not drawn
};

/// Everything needed to record one view, in drawing order. Refers to the scene's model and to the arena.
struct DrawList {
    const GpuModel* model = nullptr;
    Skinning skinning = Skinning::linear;
    VkRect2D area{};  ///< of the target
    Drawing background = Drawing::floor;
    uint32_t frameOffset = 0;                         ///< FrameUniforms in the arena
    std::optional<AmbientOcclusion> occlusion;        ///< if it has any
    std::optional<uint32_t> backdropFrameOffset;      ///< those for the backdrop, if a surface shows it
    /// As GpuModel::draws(): of the model, or of each run of its instances; then of each ghost.
    std::vector<PosedPart> parts;
    bool instanced = false;                           ///< the model is drawn with palettes in the storage buffer
    std::optional<PosedOnDevice> posing;              ///< before all drawing
    std::vector<SurfaceDraw> casters, maskedCasters;  ///< surfaces that keep light from others; no ghosts
    std::vector<DrawBatch> batches;
    std::vector<DrawBatch> backs;  ///< back sides of surfaces that transmit light, which their front sides show
    Behind behind = Behind::surfaces;
    VkDeviceSize linesOffset = 0;  ///< array of Line in the arena
    uint32_t lineCount = 0;
};

/// Arena bytes that suffice for planDraws().
VkDeviceSize arenaBytes(const Device& device, const Scene& scene);

/// Plans one view of a frame: writes uniforms, palettes, morph weights and lines into the arena and lists the draws.
/// `area` of a target of `extent`. `canDrawWireframe`: the device's feature; without it, surfaces are drawn instead.
DrawList planDraws(const Scene& scene, const EnvironmentMap& environment, VkExtent2D extent, const VkRect2D& area,
                   bool canDrawWireframe, FrameArena& arena);

/// True if a surface shows what is behind it; a wireframe does where the device draws surfaces instead.
bool needsBackdrop(const Scene& scene);

/// True if such a surface shows its own back side, too.
bool needsOpaqueBackdrop(const Scene& scene);

/// True if the scene has ambient occlusion.
bool needsOcclusion(const Scene& scene);

/// True if surfaces have ambient occlusion with this look.
bool hasOcclusion(const Look& look);

/// True if the key light's shadow is drawn with this look.
bool castsShadow(const Look& look);

/// True if a picture with this look depends on the environment; a wireframe may, as some devices draw surfaces instead.
bool reflectsEnvironment(const Look& look);

/// Pipeline for the background and the floor with this look.
Drawing backgroundDrawing(const Look& look);

/// Pipeline for a surface with this look.
Drawing surfaceDrawing(const Look& look, AlphaMode alphaMode = AlphaMode::opaque);

}  // namespace sinew
