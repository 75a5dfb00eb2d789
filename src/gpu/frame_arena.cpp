#include "gpu/frame_arena.h"

#include <stdexcept>

#include "gpu/device.h"

namespace sinew {
namespace {

constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                      VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                      VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;

/// `alignment` is a power of two.
VkDeviceSize roundUp(VkDeviceSize value, VkDeviceSize alignment) {
    return (value + alignment - 1) & ~(alignment - 1);
}

}  // namespace

FrameArena::FrameArena(const Device& device, VkDeviceSize capacityBytes)
    : buffer_(device, capacityBytes, kUsage, MemoryKind::upload),
      alignment_(device.limits().minUniformBufferOffsetAlignment) {}

ArenaSlice FrameArena::allocate(VkDeviceSize sizeBytes) {
    const VkDeviceSize begin = roundUp(usedBytes_, alignment_);
    if (begin + sizeBytes > capacityBytes()) throw std::length_error("FrameArena: capacity exceeded");
    usedBytes_ = begin + sizeBytes;
    return {buffer_.mapped().subspan(begin, sizeBytes), static_cast<uint32_t>(begin)};
}

VkDeviceSize FrameArena::heapBytes(const Device& device) {
    constexpr VkMemoryPropertyFlags kUpload =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    return device.heapBytes(device.memoryType(~0u, kUpload));
}

VkDeviceSize FrameArena::alignedBytes(const Device& device, VkDeviceSize sizeBytes) {
    return roundUp(sizeBytes, device.limits().minUniformBufferOffsetAlignment);
}

}  // namespace sinew
