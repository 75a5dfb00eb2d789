#include "gpu/uniform_arena.h"

#include <stdexcept>

#include "gpu/device.h"

namespace sinew {

UniformArena::UniformArena(const Device& device, VkDeviceSize capacityBytes)
    : buffer_(device, capacityBytes, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryKind::upload),
      alignment_(device.limits().minUniformBufferOffsetAlignment) {}

UniformSlice UniformArena::allocate(VkDeviceSize sizeBytes) {
    const VkDeviceSize begin = (usedBytes_ + alignment_ - 1) & ~(alignment_ - 1);  // a power of two, says Vulkan
    if (begin + sizeBytes > capacityBytes()) throw std::length_error("UniformArena: more than its capacity");
    usedBytes_ = begin + sizeBytes;
    return {buffer_.mapped().subspan(begin, sizeBytes), static_cast<uint32_t>(begin)};
}

VkDeviceSize UniformArena::alignedBytes(const Device& device, VkDeviceSize sizeBytes) {
    const VkDeviceSize alignment = device.limits().minUniformBufferOffsetAlignment;
    return (sizeBytes + alignment - 1) & ~(alignment - 1);
}

}  // namespace sinew
