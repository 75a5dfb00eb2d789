#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "gpu/buffer.h"

namespace sinew {

class Device;

struct ArenaSlice {
    std::span<std::byte> bytes;  ///< possibly write-combined: write in order, never read
    uint32_t offset = 0;         ///< in the arena's buffer; valid as a dynamic uniform offset
};

/// Linear allocator for the uniforms, storage, vertices and indices that one frame uploads.
class FrameArena {
  public:
    FrameArena() = default;
    /// `capacityBytes`: the sum of alignedBytes() over all allocations of a frame.
    FrameArena(const Device& device, VkDeviceSize capacityBytes);

    /// Aligned to minUniformBufferOffsetAlignment. @throws std::length_error when the capacity is exceeded.
    ArenaSlice allocate(VkDeviceSize sizeBytes);

    /// Allocates and writes one struct; returns its offset.
    template <class T>
    uint32_t push(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const ArenaSlice slice = allocate(sizeof(T));
        std::memcpy(slice.bytes.data(), &value, sizeof(T));
        return slice.offset;
    }

    void reset() { usedBytes_ = 0; }  ///< only when the GPU is done with the frame

    VkBuffer buffer() const { return buffer_; }
    VkDeviceSize capacityBytes() const { return buffer_.sizeBytes(); }
    VkDeviceSize usedBytes() const { return usedBytes_; }

    /// Size of the heap that arenas are in.
    static VkDeviceSize heapBytes(const Device& device);

    /// Bytes that an allocation of `sizeBytes` takes, alignment included.
    static VkDeviceSize alignedBytes(const Device& device, VkDeviceSize sizeBytes);

  private:
    Buffer buffer_;
    VkDeviceSize alignment_ = 1;
    VkDeviceSize usedBytes_ = 0;
};

}  // namespace sinew
