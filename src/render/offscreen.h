#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/image.h"
#include "gpu/readback.h"
#include "render/target.h"

namespace sinew {

class Device;
struct Frame;

/// Pictures of our own to draw into, one for each frame in flight, and the way back to the CPU.
class Offscreen {
  public:
    static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_SRGB;

    Offscreen(const Device& device, VkExtent2D extent, uint32_t framesInFlight);

    Target target(const Frame& frame) const;

    /// After the target was drawn: copies it where pixels() finds it.
    void recordReadback(const Frame& frame) const;

    /// Once the frame is done: R G B A bytes, sRGB, rows from the top, into memory of width * height * 4 bytes.
    void pixels(uint32_t frameIndex, std::span<uint8_t> rgba) const;

  private:
    struct Slot {
        Image image;
        Readback readback;
    };
    std::vector<Slot> slots_;
};

}  // namespace sinew
