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

/// Render targets without a window, one for each frame in flight, with readback.
class Offscreen {
  public:
    static constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_SRGB;

    Offscreen(const Device& device, VkExtent2D extent, uint32_t framesInFlight);

    Target target(const Frame& frame) const;

    /// Copies the drawn target to the readback buffer of pixels().
    void recordReadback(const Frame& frame) const;

    /// Once the frame is done: RGBA bytes, sRGB, top row first; `rgba` has width * height * 4 bytes.
    void pixels(uint32_t frameIndex, std::span<uint8_t> rgba) const;

  private:
    struct FrameTarget {
        Image image;
        Readback readback;
    };
    std::vector<FrameTarget> targets_;
};

}  // namespace sinew
