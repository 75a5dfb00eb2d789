#include "gpu/image.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "gpu/device.h"

namespace sinew {

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
    // A multisampled attachment that is resolved and dropped may never need real memory on a tiling GPU.
    const bool transient = (info.usage & VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT) != 0;
    memory_ = device.memory().allocate(
        {.requirements = requirements,
         .type = device.memoryType(requirements.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                   transient ? VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT : 0),
         .image = true});
    VK_REQUIRE(vkBindImageMemory(device, image_, memory_.memory(), memory_.offset()));
    view_ = ImageViewHandle(
        device,
        {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
         .image = image_,
         .viewType = VK_IMAGE_VIEW_TYPE_2D,
         .format = info.format,
         .subresourceRange = {.aspectMask = aspectOf(info.format), .levelCount = info.levelCount, .layerCount = 1}});
}

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

uint32_t fullLevelCount(VkExtent2D extent) {
    return static_cast<uint32_t>(std::bit_width(std::max(extent.width, extent.height)));
}

uint32_t texelBytes(VkFormat format) {
    switch (format) {
        case VK_FORMAT_R8_UNORM:
            return 1;
        case VK_FORMAT_R8G8_UNORM:
            return 2;
        case VK_FORMAT_R8G8B8A8_UNORM:
        case VK_FORMAT_R8G8B8A8_SRGB:
        case VK_FORMAT_B8G8R8A8_UNORM:
        case VK_FORMAT_B8G8R8A8_SRGB:
        case VK_FORMAT_R32_SFLOAT:
            return 4;
        case VK_FORMAT_R16G16B16A16_SFLOAT:
            return 8;
        case VK_FORMAT_R32G32B32A32_SFLOAT:
            return 16;
        default:
            throw std::invalid_argument("texelBytes: format " + std::to_string(format));
    }
}

}  // namespace sinew
