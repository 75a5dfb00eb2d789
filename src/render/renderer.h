#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

/// What a picture took on the GPU, in milliseconds. The meshes are skinned wherever they are drawn.
struct GpuTimes {
    double pose = 0.0;      ///< sampling, blending and the hierarchy walk of a crowd that is posed on the GPU
    double shadow = 0.0;    ///< drawing the shadow map
    double surfaces = 0.0;  ///< the rest: ambient occlusion, what glass shows, the meshes, lines

    double total() const { return pose + shadow + surfaces; }
};

/// Times of the last picture that is done in this frame; none on a device without timestamps.
std::optional<GpuTimes> gpuTimes(const Frame& frame);

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

    /// Records a picture, and the timestamps for gpuTimes(): the scenes as views side by side (sideArea()). Leaves the
    /// target as kColorAttachment. `coveredWidth`: columns at the right edge that are left to a panel.
    void record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth = 0);
    void record(Frame& frame, const Target& target, const Scene& scene) { record(frame, target, std::span(&scene, 1)); }

    /// Frees the depth and multisampled attachments, the backdrop and the ambient occlusion until the next record(). No
    /// frame may be in flight.
    void dropAttachments();

    const Layouts& layouts() const;
    Pipelines& pipelines();

  private:
    struct Objects;
    class ViewRecorder;
    std::unique_ptr<Objects> objects_;
};

}  // namespace sinew
