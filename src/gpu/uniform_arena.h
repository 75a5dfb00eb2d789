#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gpu/buffer.h"

namespace sinew {

class Device;

struct UniformSlice {
    std::span<std::byte> bytes;  ///< write-combined perhaps: written in order, never read
    uint32_t dynamicOffset = 0;  ///< for vkCmdBindDescriptorSets
};

/// The uniform memory of one frame, handed out from the front. A dynamic uniform descriptor with offset 0 on buffer()
/// reaches all of it.
class UniformArena {
  public:
    UniformArena() = default;
    /// `capacityBytes`: the sum of alignedBytes() of all that one frame allocates.
    UniformArena(const Device& device, VkDeviceSize capacityBytes);

    /// Slices start at the device's minUniformBufferOffsetAlignment. Throws std::length_error past the capacity:
    /// whoever changes the scene makes a new arena.
    UniformSlice allocate(VkDeviceSize sizeBytes);

    /// Allocates and writes one struct; returns its dynamic offset.
    template <class T>
    uint32_t push(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const UniformSlice slice = allocate(sizeof(T));
        std::memcpy(slice.bytes.data(), &value, sizeof(T));
        return slice.dynamicOffset;
    }

    void reset() { usedBytes_ = 0; }  ///< only when the GPU is done with the frame

    VkBuffer buffer() const { return buffer_; }
    VkDeviceSize capacityBytes() const { return buffer_.sizeBytes(); }
    VkDeviceSize usedBytes() const { return usedBytes_; }

    /// `sizeBytes` rounded up to the alignment: what a slice of that size takes.
    static VkDeviceSize alignedBytes(const Device& device, VkDeviceSize sizeBytes);

  private:
    Buffer buffer_;
    VkDeviceSize alignment_ = 1;
    VkDeviceSize usedBytes_ = 0;
};

}  // namespace sinew
