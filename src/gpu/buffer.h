#pragma once

#include <cstddef>
#include <span>

#include "gpu/handle.h"
#include "gpu/memory_blocks.h"

namespace sinew {

class Device;

enum class MemoryKind {
    device,    ///< device local, not mapped: filled by an Uploader
    upload,    ///< mapped and coherent, possibly write-combined: write in order, never read
    readback,  ///< mapped and coherent, cached if possible: for reading
};

/// A buffer with its memory.
class Buffer {
  public:
    Buffer() = default;
    /// `sizeBytes` may be 0. MemoryKind::device adds VK_BUFFER_USAGE_TRANSFER_DST_BIT.
    Buffer(const Device& device, VkDeviceSize sizeBytes, VkBufferUsageFlags usage, MemoryKind kind);

    operator VkBuffer() const { return buffer_; }
    VkDeviceSize sizeBytes() const { return sizeBytes_; }

    /// The whole buffer, persistently mapped; empty for MemoryKind::device.
    std::span<std::byte> mapped() const { return mapped_; }

  private:
    MemoryRange memory_;  // before the buffer: freed after it
    BufferHandle buffer_;
    VkDeviceSize sizeBytes_ = 0;
    std::span<std::byte> mapped_;
};

}  // namespace sinew
