#include "gpu/image.h"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "gpu/device.h"
#include "gpu/result.h"

namespace sinew {
namespace {

/// Depth for depth formats (without stencil), else color.
VkImageAspectFlags aspectOf(VkFormat format) {
    switch (format) {
        case VK_FORMAT_D16_UNORM:
        case VK_FORMAT_X8_D24_UNORM_PACK32:
        case VK_FORMAT_D32_SFLOAT:
            return VK_IMAGE_ASPECT_DEPTH_BIT;
        default:
            return VK_IMAGE_ASPECT_COLOR_BIT;
    }
}

std::string outOfMemory(const ImageInfo& info, VkDeviceSize bytes) {
    const auto samples = static_cast<uint32_t>(info.samples);
    const double megabytes = 1e-6 * static_cast<double>(bytes);
    return fmt::format(
        "an image of {}x{} pixels with {} sample{} each needs {} MB, which the device cannot allocate",
        info.extent.width, info.extent.height, samples, samples == 1 ? "" : "s",
        megabytes < 10.0 ? fmt::format("{:.2g}", std::max(megabytes, 0.01)) : fmt::format("{:.0f}", megabytes));
}

}  // namespace

Image::Image(const Device& device, const ImageInfo& info) : info_(info) {
    image_ = ImageHandle(device, {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = info.format,
                                  .extent = {info.extent.width, info.extent.height, 1},
                                  .mipLevels = info.levelCount,
                                  .arrayLayers = 1,
                                  .samples = info.samples,
                                  .tiling = VK_IMAGE_TILING_OPTIMAL,
                                  .usage = info.usage});
    VkMemoryRequirements requirements{};
    vkGetImageMemoryRequirements(device, image_, &requirements);
    // On a tiling GPU, a multisampled attachment that is resolved needs no memory of its own.
    const bool transient = (info.usage & VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT) != 0;
    memory_ = device.memory().allocate(
        {.requirements = requirements,
         .type = device.memoryType(requirements.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                   transient ? VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT : 0),
         .image = true});
    const VkResult bound = vkBindImageMemory(device, image_, memory_.memory(), memory_.offset());
    if (bound == VK_ERROR_OUT_OF_DEVICE_MEMORY || bound == VK_ERROR_OUT_OF_HOST_MEMORY)
        throw Error(Exit::environment, outOfMemory(info, requirements.size));
    require(bound, "vkBindImageMemory");
    const auto viewOf = [&](uint32_t levelCount) {
        return ImageViewHandle(
            device,
            {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
             .image = image_,
             .viewType = VK_IMAGE_VIEW_TYPE_2D,
             .format = info.format,
             .components = info.channels,
             .subresourceRange = {.aspectMask = aspectOf(info.format), .levelCount = levelCount, .layerCount = 1}});
    };
    view_ = viewOf(info.levelCount);
    if ((info.usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT) != 0 && info.levelCount > 1) firstLevelView_ = viewOf(1);
}

uint32_t fullLevelCount(VkExtent2D extent) {
    return static_cast<uint32_t>(std::bit_width(std::max(extent.width, extent.height)));
}

}  // namespace sinew
