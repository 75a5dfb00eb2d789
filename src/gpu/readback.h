#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/buffer.h"

namespace sinew {

class Device;

/// Brings a colour picture (RGBA8 or BGRA8, unorm or sRGB) back to the CPU. One for each frame in flight.
class Readback {
  public:
    Readback() = default;
    /// Throws std::invalid_argument for another format.
    Readback(const Device& device, VkExtent2D extent, VkFormat format);

    /// Records the copy of level 0. The image is in the layout of kCopySource, one sample, at least `extent` large, and
    /// made with VK_IMAGE_USAGE_TRANSFER_SRC_BIT.
    void record(VkCommandBuffer commands, VkImage image) const;

    /// Once the commands are done: R, G, B, A bytes as the image holds them, rows from the top, tightly packed.
    std::vector<uint8_t> rgba8() const;
    void rgba8(std::span<uint8_t> picture) const;  ///< the same into memory of width * height * 4 bytes

    VkExtent2D extent() const { return extent_; }

  private:
    Buffer buffer_;
    VkExtent2D extent_{};
    bool blueFirst_ = false;
};

}  // namespace sinew
