#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/frame_ring.h"
#include "gpu/image.h"
#include "render/backdrop.h"
#include "render/draw_list.h"
#include "render/environment.h"
#include "render/environment_map.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/occlusion.h"
#include "render/pipelines.h"
#include "render/scene.h"
#include "render/shadow_map.h"
#include "render/target.h"

namespace sinew {

class Device;
class ShaderLibrary;

/// Draws scenes into a target: planDraws() for each view, then records its DrawList. Knows neither the time nor where
/// the target came from.
class Renderer {
  public:
    /// `format.color` is that of every target; `format.samples` and `format.depth` are as Device offers them. `shaders`
    /// must outlive the renderer; `environment` is copied.
    Renderer(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format, FrameRing& frames,
             const Environment& environment = studioEnvironment());

    /// Binds the models that scenes show from now on, each scene one of them (null: an empty stage). Waits for the
    /// frames in flight.
    void prepare(std::span<const GpuModel* const> models);
    void prepare(const GpuModel* model) { prepare(std::span(&model, 1)); }

    /// Lights all scenes from now on. Waits for the frames in flight; `environment` is copied.
    void setEnvironment(const Environment& environment);

    /// Creates the pipelines that this look certainly needs, to keep that out of the first frame.
    void makePipelines(const Look& look);

    /// Recreates the pipelines from the current content of the shader library. Waits for the frames in flight.
    void reloadShaders();

    /// Records a picture between the frame's timestamps 0 and 1: the scenes as views side by side (sideArea()). Leaves
    /// the target as kColorAttachment. `coveredWidth`: columns at the right edge that are left to a panel.
    void record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth = 0);
    void record(Frame& frame, const Target& target, const Scene& scene) { record(frame, target, std::span(&scene, 1)); }

    /// Frees the depth and multisampled attachments, the backdrop and the ambient occlusion until the next record(). No
    /// frame may be in flight.
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
    void recordView(const Frame& frame, const Target& target, const DrawList& list);
    void recordShadow(const Frame& frame, const DrawList& list);
    void fitOcclusion(VkExtent2D extent);
    void recordOcclusion(const Frame& frame, DrawList list);
    void recordCasters(const Frame& frame, const DrawList& list, Drawing drawing, Drawing masked);
    void recordBackdrop(const Frame& frame, DrawList list);
    void recordBackground(const Frame& frame, const DrawList& list, Pipelines& pipelines);
    void recordBatch(const Frame& frame, const DrawList& list, const DrawBatch& batch, Pipelines& pipelines);
    void recordLines(const Frame& frame, const DrawList& list);
    void drawPart(const Frame& frame, VkPipelineLayout layout, const DrawList& list, const SurfaceDraw& surfaceDraw,
                  const PosedPart& part) const;
    void bindFrame(const Frame& frame, VkPipelineLayout layout, const DrawList& list, uint32_t paletteOffset) const;

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
};

}  // namespace sinew
