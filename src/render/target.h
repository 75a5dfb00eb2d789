#pragma once

#include <volk.h>

namespace sinew {

/// What a picture is drawn into: an image of a swapchain or one of our own. It comes in any layout, its content is
/// given up, and it is left as a colour attachment (kColorAttachment) for whoever presents or reads it.
struct Target {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkExtent2D extent{};
};

}  // namespace sinew
