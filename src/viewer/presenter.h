#pragma once

#include <optional>

#include "gpu/swapchain.h"
#include "viewer/window.h"

namespace sinew {

class Device;
class Instance;

/// The images of a window, which follow the window's size and come back when the window system takes the surface away.
class Presenter {
  public:
    /// `surface` is the window's, for which the device was chosen; a lost one is replaced. All must outlive the
    /// presenter.
    Presenter(const Device& device, const Instance& instance, const Window& window, Surface& surface);

    /// Brings the images up to the window. False while there is nothing to draw into.
    /// @throws Error(Exit::environment) when a new surface has other pixels than those that the pipelines were made
    /// for.
    bool ready();

    Swapchain& swapchain() { return *swapchain_; }

  private:
    void makeSwapchain();
    void replaceSurface();

    const Device& device_;
    const Instance& instance_;
    const Window& window_;
    Surface& surface_;
    std::optional<Swapchain> swapchain_;
    VkExtent2D framebuffer_{};
};

}  // namespace sinew
