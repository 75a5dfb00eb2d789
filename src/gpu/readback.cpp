#include "gpu/readback.h"

#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu/barrier.h"
#include "gpu/device.h"

namespace sinew {

Readback::Readback(const Device& device, VkExtent2D extent, VkFormat format) : extent_(extent) {
    switch (format) {
        case VK_FORMAT_R8G8B8A8_UNORM:
        case VK_FORMAT_R8G8B8A8_SRGB:
            break;
        case VK_FORMAT_B8G8R8A8_UNORM:
        case VK_FORMAT_B8G8R8A8_SRGB:
            blueFirst_ = true;
            break;
        default:
            throw std::invalid_argument("Readback: format " + std::to_string(format));
    }
    buffer_ = Buffer(device, VkDeviceSize{extent.width} * extent.height * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                     MemoryKind::readback);
}

void Readback::record(VkCommandBuffer commands, VkImage image) const {
    const VkBufferImageCopy region{.imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1},
                                   .imageExtent = {extent_.width, extent_.height, 1}};
    vkCmdCopyImageToBuffer(commands, image, kCopySource.layout, buffer_, 1, &region);
    memoryBarrier(commands, VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT, VK_PIPELINE_STAGE_2_HOST_BIT,
                  VK_ACCESS_2_HOST_READ_BIT);
}

std::vector<uint8_t> Readback::rgba8() const {
    std::vector<uint8_t> picture(buffer_.mapped().size());
    rgba8(picture);
    return picture;
}

void Readback::rgba8(std::span<uint8_t> picture) const {
    const std::span<const std::byte> source = buffer_.mapped();
    if (picture.size() != source.size()) throw std::invalid_argument("Readback: wrong picture size");
    std::memcpy(picture.data(), source.data(), source.size());
    if (!blueFirst_) return;
    for (size_t i = 0; i < picture.size(); i += 4)
        std::swap(picture[i], picture[i + 2]);
}

}  // namespace sinew
