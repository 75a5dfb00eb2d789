#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/compared_scenes.h"
#include "app/labels.h"
#include "app/options.h"
#include "app/stage.h"
#include "gpu/frame_ring.h"
#include "media/pixels.h"
#include "render/offscreen.h"
#include "render/renderer.h"
#include "render/shader_library.h"

namespace sinew {

class Device;

/// One picture to draw.
struct Shot {
    uint32_t number = 0;  ///< for whoever takes the picture
    double timeSeconds = 0.0;
    Camera camera;
};

/// Milliseconds of each frame.
struct Timings {
    std::vector<double> pose, record, gpu;
};

/// Draws stages without a window, one after another, with the same pipelines. Keeps the GPU a frame ahead.
class Painter {
  public:
    /// Takes the pictures in their order: R G B A bytes, straight alpha.
    using Take = std::function<void(uint32_t number, std::shared_ptr<const Pixels>)>;

    Painter(const Options& options, const Device& device);
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    /// Makes the pipelines for models of as many influences, which show() does otherwise.
    void prepare(uint32_t influences);

    /// Makes the GPU's side of the stage's model, instead of that of the stage before.
    void show(Stage& stage);

    /// Draws shotAt(0) to shotAt(count - 1) of the stage that is shown. Without `take` the pictures stay where they
    /// are.
    Timings draw(Stage& stage, uint32_t count, const std::function<Shot(uint32_t)>& shotAt, const Take& take);

    /// From now on what only drawing takes of memory goes before the last picture of a draw() is handed on: for those
    /// who draw once, and whose memory is counted by its peak.
    void holdLittle() { holdsLittle_ = true; }

    /// Of the picture of the stage that is shown, or of one of its sides.
    float aspect() const;

  private:
    struct Pending {
        uint32_t number;
        uint32_t slot;
        uint64_t doneValue;
        std::vector<Label> labels;
    };

    void drawShot(Stage& stage, const Shot& shot, bool readBack, Timings& timings);
    void finishOldest(const Take& take, Timings& timings);

    const Options& options_;
    const Device& device_;
    ShaderLibrary shaders_;
    FrameRing frames_;
    std::optional<Renderer> renderer_;
    uint32_t influences_ = 0;  ///< that the renderer's pipelines are for
    Offscreen offscreen_;
    std::optional<GpuModel> model_;
    std::optional<ComparedScenes> scenes_;
    bool divided_ = false;  ///< into two sides
    bool holdsLittle_ = false;
    Look look_;
    std::deque<Pending> pending_;
};

}  // namespace sinew
