#include "viewer/window_renderer.h"

#include <fmt/format.h>

#include "app/picture/setup.h"
#include "base/error.h"
#include "gpu/barrier.h"
#include "gpu/instance.h"
#include "render/layouts.h"

namespace sinew {

WindowRenderer::WindowRenderer(const ViewSettings& view, const Instance& instance, const Window& window,
                               uint32_t influences, const Environment& environment)
    : view_(view),
      instance_(instance),
      window_(window),
      influences_(influences),
      surface_(instance, window.createSurface(instance)),
      device_(instance, view.device.name, surface_),
      shaders_(makeShaderLibrary(view.device)),
      frames_(device_, {.framesInFlight = view.device.framesInFlight}),
      framebuffer_(window.framebufferSize()),
      swapchain_(std::in_place, device_, surface_, framebuffer_),
      renderer_(device_, shaders_, makePictureFormat(view.device, influences, device_, swapchain_->format()), frames_,
                environment),
      panel_(device_, renderer_.layouts(), view.device.framesInFlight) {
    warnOfLacks(view.device, view.look, device_);
}

ShownStage WindowRenderer::upload(Stage& stage, Skinning skinning, bool warns) const {
    const auto check = [&](const ImportReport& report) {
        if (report.keptInfluences > influences_)
            throw Error(Exit::input, fmt::format("{}: needs {} influences per vertex; restart to show it", report.file,
                                                 report.keptInfluences));
    };
    check(stage.report());
    for (const std::unique_ptr<Stage>& source : stage.sources())
        check(source->report());
    return {stage,
            {device_, shaders_, view_.device, renderer_.layouts().materialSet, view_.load.model.maxBones, influences_,
             skinning, warns},
            true};
}

std::optional<std::string> WindowRenderer::reloadShaders() {
    std::optional<std::string> error = shaders_.reload();
    if (!error) renderer_.reloadShaders();
    return error;
}

std::optional<WindowFrame> WindowRenderer::begin() {
    if (!fitSwapchain()) return std::nullopt;
    Frame& frame = frames_.begin();
    if (swapchain_->acquire(frame.imageAcquired) != SwapchainStatus::ready) return std::nullopt;
    return WindowFrame{frame, {swapchain_->image(), swapchain_->view(), swapchain_->extent()}};
}

uint64_t WindowRenderer::present(const WindowFrame& recorded) {
    Frame& frame = recorded.frame;
    imageBarrier(frame.commands, recorded.target.image, kColorAttachment, kPresented);
    const uint64_t done = frames_.submit(frame, PresentSync{frame.imageAcquired, swapchain_->readyToPresent()});
    swapchain_->present();
    return done;
}

bool WindowRenderer::fitSwapchain() {
    // Software drivers do not report that the window was resized.
    const VkExtent2D size = window_.framebufferSize();
    const bool resized = size.width != framebuffer_.width || size.height != framebuffer_.height;
    if (swapchain_->status() == SwapchainStatus::surfaceLost)
        replaceSurface();
    else if (resized || swapchain_->status() != SwapchainStatus::ready)
        swapchain_->recreate(framebuffer_ = size);
    return swapchain_->status() == SwapchainStatus::ready;
}

void WindowRenderer::replaceSurface() {
    const VkFormat format = swapchain_->format();
    swapchain_.reset();
    surface_ = Surface();
    surface_ = Surface(instance_, window_.createSurface(instance_));
    framebuffer_ = window_.framebufferSize();
    swapchain_.emplace(device_, surface_, framebuffer_);
    if (swapchain_->format() != format)
        throw Error(Exit::environment, "the window's new surface has another pixel format");
}

}  // namespace sinew
