#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/options/settings.h"
#include "app/picture/shown_stage.h"
#include "app/stage/stage.h"
#include "gpu/device.h"
#include "gpu/frame_ring.h"
#include "gpu/swapchain.h"
#include "render/gpu_model.h"
#include "render/panel.h"
#include "render/renderer.h"
#include "render/shader_library.h"
#include "viewer/window.h"

struct ImDrawData;

namespace sinew {

class Instance;

/// A frame of the window while it is recorded.
struct WindowFrame {
    Frame& frame;
    Target target;
};

/// Draws into a window: owns the device, the swapchain and the pipelines. The swapchain follows the size of the window,
/// and survives the loss of its surface.
class WindowRenderer {
  public:
    /// `influences`: of the first model. `environment` is copied; the others must outlive the renderer, and an ImGui
    /// context must exist.
    WindowRenderer(const ViewSettings& view, const Instance& instance, const Window& window, uint32_t influences,
                   const Environment& environment);

    const Device& device() const { return device_; }
    VkFormat format() const { return swapchain_->format(); }

    /// Uploads the models of the stage. `skinning`, `warns`: as in Upload.
    /// @throws Error(Exit::input) if one has more influences per vertex than the first model.
    ShownStage upload(Stage& stage, Skinning skinning, bool warns) const;

    /// Waits for all frames. To be called before a shown model is destroyed.
    void waitIdle() { frames_.waitIdle(); }
    /// Scenes may show these models; the panel shows the first one's textures.
    void show(std::span<const GpuModel* const> models) {
        renderer_.prepare(models);
        panel_.show(*models[0], renderer_.layouts());
    }

    /// Lights the model from now on. Waits for all frames.
    void setEnvironment(const Environment& environment) { renderer_.setEnvironment(environment); }

    /// Returns the error if the shaders do not compile; the old ones then stay in use.
    std::optional<std::string> reloadShaders();

    /// Begins a frame; none while there is nothing to draw to.
    /// @throws Error(Exit::environment) if a new surface has another pixel format than the pipelines.
    std::optional<WindowFrame> begin();

    /// Records the views, which leave `coveredWidth` columns at the right to the panel.
    void record(const WindowFrame& into, std::span<const Scene> views, uint32_t coveredWidth) {
        renderer_.record(into.frame, into.target, views, coveredWidth);
    }
    /// `fontVersion`: Gui::fontVersion().
    void recordPanel(const WindowFrame& into, const ImDrawData& lists, unsigned fontVersion) {
        if (std::exchange(fontVersion_, fontVersion) != fontVersion) {
            frames_.waitIdle();
            panel_.takeFont();
        }
        panel_.record(into.frame, into.target, lists, renderer_.layouts(), renderer_.pipelines());
    }
    bool canReadBack() const { return swapchain_->canBeRead(); }

    /// Submits and presents the frame. Returns the value for wait().
    uint64_t present(const WindowFrame& recorded);
    void wait(uint64_t done) const { frames_.wait(done); }

  private:
    bool fitSwapchain();
    void replaceSurface();

    const ViewSettings& view_;
    const Instance& instance_;
    const Window& window_;
    const uint32_t influences_;
    Surface surface_;
    Device device_;
    ShaderLibrary shaders_;
    FrameRing frames_;
    VkExtent2D framebuffer_{};
    std::optional<Swapchain> swapchain_;
    Renderer renderer_;
    Panel panel_;
    unsigned fontVersion_ = 1;  ///< that the panel has
};

}  // namespace sinew
