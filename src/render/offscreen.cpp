#include "render/offscreen.h"

#include "gpu/barrier.h"
#include "gpu/frame_ring.h"

namespace sinew {

Offscreen::Offscreen(const Device& device, VkExtent2D extent, uint32_t framesInFlight) {
    constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    for (uint32_t slot = 0; slot < framesInFlight; ++slot)
        slots_.push_back(
            {Image(device, {.format = kFormat, .extent = extent, .usage = kUsage}), Readback(device, extent, kFormat)});
}

Target Offscreen::target(const Frame& frame) const {
    const Image& image = slots_[frame.index].image;
    return {image, image.view(), image.extent()};
}

void Offscreen::recordReadback(const Frame& frame) const {
    const Slot& slot = slots_[frame.index];
    imageBarrier(frame.commands, slot.image, kColorAttachment, kCopySource);
    slot.readback.record(frame.commands, slot.image);
}

void Offscreen::pixels(uint32_t frameIndex, std::span<uint8_t> rgba) const {
    slots_[frameIndex].readback.rgba8(rgba);
}

}  // namespace sinew
