#pragma once

#include <deque>

#include "app/options/settings.h"
#include "app/picture/labels.h"
#include "app/picture/shown_stage.h"
#include "gpu/frame_ring.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/shader_library.h"

namespace sinew {

class Device;

/// One picture to draw.
struct Shot {
    uint32_t number = 0;  ///< passed to Painter::Take
    double timeSeconds = 0.0;
    Camera camera;
};

/// Milliseconds of each frame.
struct Timings {
    std::vector<double> pose, record;
    std::vector<GpuTimes> gpu;  ///< empty on a device without timestamps
};

/// Draws stages without a window, one after another, with the same pipelines. Keeps the GPU busy with frames in flight.
class Painter {
  public:
    /// Receives the pictures in order: R G B A bytes, straight alpha.
    using Take = std::function<void(uint32_t number, std::shared_ptr<const Pixels>)>;

    Painter(const ViewSettings& view, const Device& device, std::shared_ptr<const Environment> environment);
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    /// Creates the pipelines for models with so many influences ahead of show().
    void prepare(uint32_t influences);

    /// Uploads the stage's model in place of the previous one.
    void show(Stage& stage);

    /// Draws shotAt(0) to shotAt(count - 1) of the shown stage. Without `take`, no picture is read back.
    Timings draw(Stage& stage, uint32_t count, const std::function<Shot(uint32_t)>& shotAt, const Take& take);

    /// Frees the attachments before the last picture of each draw(), to lower peak memory.
    void freeAttachmentsEarly() { freesEarly_ = true; }

  private:
    struct Pending {
        uint32_t number;
        uint32_t slot;
        uint64_t doneValue;
        std::vector<Label> labels;
    };

    void drawShot(Stage& stage, const Shot& shot, bool readBack, Timings& timings);
    void record(Frame& frame, Stage& stage, Camera camera, bool readBack);
    void finishOldest(const Take& take, Timings& timings);

    const ViewSettings& settings_;
    Look look_;  ///< of the shown stage
    const Device& device_;
    ShaderLibrary shaders_;
    std::shared_ptr<const Environment> environment_;
    FrameRing frames_;
    std::optional<Renderer> renderer_;
    uint32_t influences_ = 0;  ///< of the renderer's pipelines
    Offscreen offscreen_;
    std::optional<ShownStage> shown_;
    bool freesEarly_ = false;
    std::deque<Pending> pending_;
};

}  // namespace sinew
