#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "render/environment.h"
#include "render/scene.h"
#include "render/target.h"

namespace sinew {

class Device;
class FrameRing;
class Pipelines;
class ShaderLibrary;
struct Frame;
struct Layouts;

/// Draws scenes into a target: planDraws() for each view, then records its DrawList. Knows neither the time nor where
/// the target came from.
class Renderer {
  public:
    /// `format.color` is that of every target; `format.samples` and `format.depth` are as Device offers them. `shaders`
    /// must outlive the renderer; `environment` is copied.
    Renderer(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format, FrameRing& frames,
             const Environment& environment = studioEnvironment());
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

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

    const Layouts& layouts() const;
    Pipelines& pipelines();

  private:
    class Recorder;
    std::unique_ptr<Recorder> recorder_;
};

}  // namespace sinew
