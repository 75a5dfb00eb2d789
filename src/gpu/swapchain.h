#pragma once

#include <cstdint>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

class Device;

enum class SwapchainStatus {
    ready,
    resized,         ///< call recreate() before the next acquire()
    notPresentable,  ///< the window is minimized: wait for events, then recreate()
    busy,            ///< acquire() found no free image: try again later
    surfaceLost,     ///< destroy and recreate the swapchain and the surface
};

/// The images of a window. A frame: acquire(), draw into image(), present(). Some drivers (Mesa's lavapipe) do not
/// report a resized window, so compare its size with extent() and call recreate().
class Swapchain {
  public:
    /// `device` must present to `surface`. `framebuffer`: size of the window in pixels, for surfaces that do not report
    /// it. Check status() afterwards.
    Swapchain(const Device& device, VkSurfaceKHR surface, VkExtent2D framebuffer);
    ~Swapchain();  ///< waits for the device
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    SwapchainStatus status() const { return status_; }

    /// Waits for the device and recreates the images for the current size of the window.
    SwapchainStatus recreate(VkExtent2D framebuffer);

    /// Acquires the next image, waiting briefly; `signal` (Frame::imageAcquired) is signaled when it can be drawn into.
    /// Unless the result is `ready`, there is no image, and nothing is signaled.
    SwapchainStatus acquire(VkSemaphore signal);

    /// The acquired image, with undefined content; must be kPresented for present().
    VkImage image() const { return images_[current_].image; }
    VkImageView view() const { return images_[current_].view; }
    /// To be signaled by the frame's submit.
    VkSemaphore readyToPresent() const { return images_[current_].readyToPresent; }

    /// Presents the acquired image after its semaphore. `resized`: the swapchain no longer matches the window.
    SwapchainStatus present();

    VkExtent2D extent() const { return extent_; }
    VkFormat format() const { return format_.format; }  ///< sRGB if available; never changes
    bool canBeRead() const { return canBeRead_; }       ///< images have VK_IMAGE_USAGE_TRANSFER_SRC_BIT

  private:
    struct SwapchainImage {
        VkImage image = VK_NULL_HANDLE;
        ImageViewHandle view;
        SemaphoreHandle readyToPresent;
    };
    void create(const VkSurfaceCapabilitiesKHR& capabilities);
    SwapchainStatus statusOf(VkResult result, const char* call);

    const Device* device_;
    VkSurfaceKHR surface_;
    VkSurfaceFormatKHR format_{};
    SwapchainKHRHandle swapchain_;
    std::vector<SwapchainImage> images_;
    uint32_t current_ = 0;
    VkExtent2D extent_{};
    bool canBeRead_ = false;
    SwapchainStatus status_ = SwapchainStatus::notPresentable;
};

}  // namespace sinew
