#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace sinew {

class Device;

/// Copies a color image (RGBA8 or BGRA8, unorm or sRGB) to the CPU. Use one per frame in flight.
class Readback {
  public:
    Readback() = default;
    /// @throws std::invalid_argument for other formats.
    Readback(const Device& device, VkExtent2D extent, VkFormat format);

    /// Records the copy of mip level 0. The image is kCopySource, has one sample, VK_IMAGE_USAGE_TRANSFER_SRC_BIT and
    /// at least the size of `extent`.
    void record(VkCommandBuffer commands, VkImage image) const;

    /// Once the commands are done: the RGBA bytes of the image, top row first, tightly packed.
    std::vector<uint8_t> rgba8() const;
    void rgba8(std::span<uint8_t> picture) const;  ///< `picture` has width * height * 4 bytes

    VkExtent2D extent() const { return extent_; }

  private:
    Buffer buffer_;
    VkExtent2D extent_{};
    bool blueFirst_ = false;
};

}  // namespace sinew
