#pragma once

#include <cstdint>

#include "gpu/handle.h"
#include "gpu/memory_blocks.h"

namespace sinew {

class Device;

struct ImageInfo {
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkExtent2D extent{};  ///< 1 to limits().maxImageDimension2D
    VkImageUsageFlags usage = 0;
    uint32_t levelCount = 1;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkComponentMapping channels{};  ///< of its views
};

/// A 2D image with its memory and views of all mip levels and of the first.
class Image {
  public:
    Image() = default;
    Image(const Device& device, const ImageInfo& info);

    operator VkImage() const { return image_; }
    VkImageView view() const { return view_; }
    VkImageView firstLevelView() const { return firstLevelView_ ? firstLevelView_ : view_; }  ///< for drawing into it
    VkFormat format() const { return info_.format; }
    VkExtent2D extent() const { return info_.extent; }
    uint32_t levelCount() const { return info_.levelCount; }
    VkSampleCountFlagBits samples() const { return info_.samples; }

  private:
    ImageInfo info_;
    MemoryRange memory_;
    ImageHandle image_;
    ImageViewHandle view_, firstLevelView_;  ///< the second only for attachments with several levels
};

/// Mip levels down to 1x1: 1 for 1x1, 3 for 4x4 and for 7x1.
uint32_t fullLevelCount(VkExtent2D extent);

}  // namespace sinew
