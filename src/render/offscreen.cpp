#include "render/offscreen.h"

#include "gpu/barrier.h"
#include "gpu/frame_ring.h"

namespace sinew {

Offscreen::Offscreen(const Device& device, VkExtent2D extent, uint32_t framesInFlight) {
    constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    for (uint32_t i = 0; i < framesInFlight; ++i)
        targets_.push_back(
            {Image(device, {.format = kFormat, .extent = extent, .usage = kUsage}), Readback(device, extent, kFormat)});
}

Target Offscreen::target(const Frame& frame) const {
    const Image& image = targets_[frame.index].image;
    return {image, image.view(), image.extent()};
}

void Offscreen::recordReadback(const Frame& frame) const {
    const FrameTarget& target = targets_[frame.index];
    imageBarrier(frame.commands, target.image, kColorAttachment, kCopySource);
    target.readback.record(frame.commands, target.image);
}

void Offscreen::pixels(uint32_t frameIndex, std::span<uint8_t> rgba) const {
    targets_[frameIndex].readback.rgba8(rgba);
}

}  // namespace sinew
