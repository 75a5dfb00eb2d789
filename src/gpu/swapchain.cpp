#include "gpu/swapchain.h"

#include <algorithm>

#include "gpu/device.h"

namespace sinew {
namespace {

// Some window systems hold all images of a hidden window; an endless wait would keep the user from closing it.
constexpr uint64_t kAcquireTimeoutNanoseconds = 200'000'000;

VkSurfaceFormatKHR chooseFormat(VkPhysicalDevice device, VkSurfaceKHR surface) {
    const auto formats = enumerate<VkSurfaceFormatKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR",
                                                       vkGetPhysicalDeviceSurfaceFormatsKHR, device, surface);
    for (VkFormat wanted : {VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_SRGB})
        for (const VkSurfaceFormatKHR& each : formats)
            if (each.format == wanted && each.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR) return each;
    return formats.at(0);
}

VkExtent2D chooseExtent(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D framebuffer) {
    if (capabilities.currentExtent.width != UINT32_MAX) return capabilities.currentExtent;
    if (framebuffer.width == 0 || framebuffer.height == 0) return {};
    return {std::clamp(framebuffer.width, capabilities.minImageExtent.width, capabilities.maxImageExtent.width),
            std::clamp(framebuffer.height, capabilities.minImageExtent.height, capabilities.maxImageExtent.height)};
}

VkCompositeAlphaFlagBitsKHR chooseCompositeAlpha(VkCompositeAlphaFlagsKHR supported) {
    if (supported & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) return VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    return static_cast<VkCompositeAlphaFlagBitsKHR>(supported & (~supported + 1));  // the lowest bit
}

}  // namespace

Swapchain::Swapchain(const Device& device, VkSurfaceKHR surface, VkExtent2D framebuffer)
    : device_(&device), surface_(surface), format_(chooseFormat(device.physicalDevice(), surface)) {
    recreate(framebuffer);
}

Swapchain::~Swapchain() {
    device_->settle();
}

SwapchainStatus Swapchain::recreate(VkExtent2D framebuffer) {
    device_->waitIdle();
    VkSurfaceCapabilitiesKHR capabilities{};
    const VkResult result =
        vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_->physicalDevice(), surface_, &capabilities);
    if (statusOf(result, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR") != SwapchainStatus::ready) return status_;
    const VkExtent2D extent = chooseExtent(capabilities, framebuffer);
    if (extent.width == 0 || extent.height == 0) return status_ = SwapchainStatus::notPresentable;
    extent_ = extent;
    create(capabilities);
    return status_;
}

void Swapchain::create(const VkSurfaceCapabilitiesKHR& capabilities) {
    canBeRead_ = (capabilities.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_SRC_BIT) != 0;
    const uint32_t maxCount = capabilities.maxImageCount == 0 ? UINT32_MAX : capabilities.maxImageCount;
    const VkSwapchainCreateInfoKHR createInfo{
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = surface_,
        .minImageCount = std::min(capabilities.minImageCount + 1, maxCount),
        .imageFormat = format_.format,
        .imageColorSpace = format_.colorSpace,
        .imageExtent = extent_,
        .imageArrayLayers = 1,
        .imageUsage =
            VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | (canBeRead_ ? VkImageUsageFlags{VK_IMAGE_USAGE_TRANSFER_SRC_BIT} : 0),
        .preTransform = capabilities.currentTransform,
        .compositeAlpha = chooseCompositeAlpha(capabilities.supportedCompositeAlpha),
        .presentMode = VK_PRESENT_MODE_FIFO_KHR,  // always available
        .clipped = VK_TRUE,
        .oldSwapchain = swapchain_,
    };
    VkSwapchainKHR created = VK_NULL_HANDLE;
    const VkResult result = vkCreateSwapchainKHR(*device_, &createInfo, nullptr, &created);
    images_.clear();  // views before their images; the old swapchain is retired even on failure
    swapchain_ = result == VK_SUCCESS ? SwapchainKHRHandle(*device_, created) : SwapchainKHRHandle();
    if (statusOf(result, "vkCreateSwapchainKHR") != SwapchainStatus::ready) return;

    for (VkImage image : enumerate<VkImage>("vkGetSwapchainImagesKHR", vkGetSwapchainImagesKHR, VkDevice{*device_},
                                            VkSwapchainKHR{swapchain_}))
        images_.push_back(
            {.image = image,
             .view = ImageViewHandle(
                 *device_,
                 {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                  .image = image,
                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                  .format = format_.format,
                  .subresourceRange = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .levelCount = 1, .layerCount = 1}}),
             .readyToPresent = SemaphoreHandle(*device_, {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO})});
}

SwapchainStatus Swapchain::acquire(VkSemaphore signal) {
    if (status_ != SwapchainStatus::ready) return status_;
    const VkResult result =
        vkAcquireNextImageKHR(*device_, swapchain_, kAcquireTimeoutNanoseconds, signal, VK_NULL_HANDLE, &current_);
    if (result == VK_TIMEOUT || result == VK_NOT_READY) return SwapchainStatus::busy;
    if (result == VK_SUBOPTIMAL_KHR)
        return SwapchainStatus::ready;  // an image was acquired; present() reports `resized`
    return statusOf(result, "vkAcquireNextImageKHR");
}

SwapchainStatus Swapchain::present() {
    const VkPresentInfoKHR presentInfo{.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                       .waitSemaphoreCount = 1,
                                       .pWaitSemaphores = images_[current_].readyToPresent.address(),
                                       .swapchainCount = 1,
                                       .pSwapchains = swapchain_.address(),
                                       .pImageIndices = &current_};
    return statusOf(vkQueuePresentKHR(device_->queue(), &presentInfo), "vkQueuePresentKHR");
}

SwapchainStatus Swapchain::statusOf(VkResult result, const char* call) {
    switch (result) {
        case VK_SUBOPTIMAL_KHR:
        case VK_ERROR_OUT_OF_DATE_KHR:
            return status_ = SwapchainStatus::resized;
        case VK_ERROR_SURFACE_LOST_KHR:
        case VK_ERROR_NATIVE_WINDOW_IN_USE_KHR:
            return status_ = SwapchainStatus::surfaceLost;
        default:
            require(result, call);
            return status_ = SwapchainStatus::ready;
    }
}

}  // namespace sinew
