#include "gpu/buffer.h"

#include <algorithm>

#include "gpu/device.h"

namespace sinew {

Buffer::Buffer(const Device& device, VkDeviceSize sizeBytes, VkBufferUsageFlags usage, MemoryKind kind)
    : sizeBytes_(sizeBytes) {
    const bool onDevice = kind == MemoryKind::device;
    buffer_ =
        BufferHandle(device, {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                              .size = std::max<VkDeviceSize>(sizeBytes, 4),
                              .usage = usage | (onDevice ? VkBufferUsageFlags{VK_BUFFER_USAGE_TRANSFER_DST_BIT} : 0)});
    VkMemoryRequirements requirements{};
    vkGetBufferMemoryRequirements(device, buffer_, &requirements);

    // Every device has coherent memory, so nothing needs flushing.
    VkMemoryPropertyFlags required = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryPropertyFlags preferred = 0;
    if (onDevice) required = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    if (kind == MemoryKind::readback) preferred = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    memory_ = device.memory().allocate({.requirements = requirements,
                                        .type = device.memoryType(requirements.memoryTypeBits, required, preferred),
                                        .mapped = !onDevice});
    VK_REQUIRE(vkBindBufferMemory(device, buffer_, memory_.memory(), memory_.offset()));
    if (!onDevice) mapped_ = {memory_.mapped(), static_cast<size_t>(sizeBytes)};
}

}  // namespace sinew
