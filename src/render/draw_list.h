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
    uint32_t copies = 1;                    ///< how many parts are drawn: this one, and its next copies (see DrawList)
};

/// Draw calls with one pipeline: neighbors in DrawList::draws.
struct DrawBatch {
    Drawing drawing = Drawing::opaque;
    uint32_t layers = 0;       ///< as in Pipelines::of()
    bool inBackdrop = false;   ///< surfaces that transmit light show it
    bool clearsDepth = false;  ///< afterwards
    bool instanced = false;    ///< see DrawList
    uint32_t first = 0, count = 0;
};

/// An instance of a scene, for sorting.
struct PlacedInstance {
    float depth = 0.0f;
    uint32_t copy = 0;   ///< which of the part's copies in DrawList::parts shows it
    uint32_t index = 0;  ///< in the part
};

/// Everything needed to record one view, in drawing order. Refers to the scene's model and to the arena.
struct DrawList {
    const GpuModel* model = nullptr;
    Skinning skinning = Skinning::linear;
    VkRect2D area{};  ///< of the target
    Drawing background = Drawing::floor;
    uint32_t frameOffset = 0;                     ///< FrameUniforms in the arena
    std::optional<AmbientOcclusion> occlusion;    ///< if it has any
    std::optional<uint32_t> contactFrameOffset;   ///< FrameUniforms for contact shadows, if there are any: not of
                                                  ///< crowds, where they would cost too much
    std::optional<uint32_t> backdropFrameOffset;  ///< FrameUniforms for the backdrop, if a surface shows it
    bool instanced = false;                       ///< the model is drawn with palettes in the storage buffer
    std::optional<PosedOnDevice> posing;          ///< before all drawing
    uint32_t commandsOffset = 0;                  ///< if instanced: a command for each part, by pushCommands()
    VkDeviceSize linesOffset = 0;                 ///< array of Line in the arena
    uint32_t lineCount = 0;
    DrawBatch casters, maskedCasters;  ///< surfaces that keep light from others, whatever their `drawing`; no ghosts

    /// As GpuModel::draws(): of the model, or of each run of its instances; then of each ghost.
    std::vector<PosedPart> parts;
    std::vector<SurfaceDraw> draws;  ///< of all batches
    std::vector<DrawBatch> batches;
    std::vector<DrawBatch> backs;  ///< back sides of surfaces that transmit light, which their front sides show
    std::vector<PlacedInstance> sortedInstances;  ///< those with blended surfaces
};

/// Arena bytes that suffice for planDraws().
VkDeviceSize arenaBytes(const Device& device, const Scene& scene);

/// Plans one view of a frame: writes uniforms, palettes, morph weights and lines into the arena and replaces the list's
/// draws. `area` of a target of `extent`. Where the device draws no wireframes, surfaces are drawn instead. Allocates
/// nothing where the list had as many draws before, unless the model blends and is no crowd.
void planDraws(const Device& device, const Scene& scene, const EnvironmentMap& environment, VkExtent2D extent,
               const VkRect2D& area, FrameArena& arena, DrawList& list);

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
