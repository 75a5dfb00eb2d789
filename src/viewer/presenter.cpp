#include "viewer/presenter.h"

#include "error.h"
#include "gpu/device.h"
#include "gpu/instance.h"

namespace sinew {

Presenter::Presenter(const Device& device, const Instance& instance, const Window& window, Surface& surface)
    : device_(device), instance_(instance), window_(window), surface_(surface) {
    makeSwapchain();
}

bool Presenter::ready() {
    // Software drivers do not say that the window has another size now.
    const VkExtent2D size = window_.framebufferSize();
    const bool resized = size.width != framebuffer_.width || size.height != framebuffer_.height;
    if (swapchain_->status() == SwapchainStatus::surfaceLost)
        replaceSurface();
    else if (resized || swapchain_->status() != SwapchainStatus::ready)
        swapchain_->recreate(framebuffer_ = size);
    return swapchain_->status() == SwapchainStatus::ready;
}

void Presenter::makeSwapchain() {
    framebuffer_ = window_.framebufferSize();
    swapchain_.emplace(device_, surface_, SwapchainInfo{.framebuffer = framebuffer_});
}

void Presenter::replaceSurface() {
    const VkFormat format = swapchain_->format();
    swapchain_.reset();
    surface_ = Surface();
    surface_ = Surface(instance_, window_.createSurface(instance_));
    makeSwapchain();
    if (swapchain_->format() != format)
        throw Error(Exit::environment, "the new surface of the window has another pixel format");
}

}  // namespace sinew
