#pragma once

#include <cstdint>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

class Device;
class Instance;

/// Owns the surface of a window, which the window library made. Gone before the instance and the window.
class Surface {
  public:
    Surface() = default;
    Surface(const Instance& instance, VkSurfaceKHR adopted);
    ~Surface();
    Surface(Surface&& other) noexcept;
    Surface& operator=(Surface&& other) noexcept;
    operator VkSurfaceKHR() const { return surface_; }

  private:
    VkInstance instance_ = VK_NULL_HANDLE;
    VkSurfaceKHR surface_ = VK_NULL_HANDLE;
};

enum class SwapchainStatus {
    ready,
    resized,         ///< call recreate() before the next acquire()
    notPresentable,  ///< the window has no area, it is minimised: wait for events, then recreate()
    busy,            ///< of acquire(): no image is free yet, try again later
    surfaceLost,     ///< destroy the swapchain and the surface, and make both anew
};

struct SwapchainInfo {
    VkPresentModeKHR presentMode = VK_PRESENT_MODE_FIFO_KHR;  ///< FIFO is used where another is not to be had
    VkExtent2D framebuffer{};  ///< pixels of the window; used where the surface does not say it itself
};

/// The window's images. A frame: acquire(), draw into image(), present(). Not every driver says that the window has
/// another size (Mesa's software one does not): whoever owns the window compares it with extent(), and calls
/// recreate().
class Swapchain {
  public:
    /// The device was made for this surface. Look at status() afterwards.
    Swapchain(const Device& device, VkSurfaceKHR surface, const SwapchainInfo& info);
    ~Swapchain();  ///< waits for the device
    Swapchain(const Swapchain&) = delete;
    Swapchain& operator=(const Swapchain&) = delete;

    SwapchainStatus status() const { return status_; }

    /// Waits for the device and makes the images anew for the window's present size.
    SwapchainStatus recreate(VkExtent2D framebuffer);

    /// Takes the next image, for which it waits a moment; `signal` (Frame::imageAcquired) is signalled when it is free.
    /// Unless `ready`, there is no image and nothing is signalled.
    SwapchainStatus acquire(VkSemaphore signal);

    /// The acquired image, to be brought into the layout of kPresented; its old content is undefined.
    VkImage image() const { return images_[current_].image; }
    VkImageView view() const { return images_[current_].view; }
    VkSemaphore readyToPresent() const {
        return images_[current_].readyToPresent;
    }  ///< what the frame's submit signals

    /// Shows the acquired image, after its semaphore. `resized` says that it was (or would have been) shown, but no
    /// longer fits.
    SwapchainStatus present();

    VkExtent2D extent() const { return extent_; }
    VkFormat format() const {
        return format_.format;
    }                                              ///< sRGB wherever there is one; the same for the swapchain's life
    bool canBeRead() const { return canBeRead_; }  ///< images have VK_IMAGE_USAGE_TRANSFER_SRC_BIT: screenshots
    VkPresentModeKHR presentMode() const { return presentMode_; }
    uint32_t imageCount() const { return static_cast<uint32_t>(images_.size()); }

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
    VkPresentModeKHR presentMode_ = VK_PRESENT_MODE_FIFO_KHR;
    SwapchainKHRHandle swapchain_;
    std::vector<SwapchainImage> images_;
    uint32_t current_ = 0;
    VkExtent2D extent_{};
    bool canBeRead_ = false;
    SwapchainStatus status_ = SwapchainStatus::notPresentable;
};

}  // namespace sinew
