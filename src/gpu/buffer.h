#pragma once

#include <cstddef>
#include <span>

#include "gpu/handle.h"
#include "gpu/memory_blocks.h"

namespace sinew {

class Device;

enum class MemoryKind {
    device,    ///< fast for the GPU, out of the CPU's reach: filled by an Uploader
    upload,    ///< mapped and coherent, possibly write-combined: the CPU writes in order and never reads
    readback,  ///< mapped and coherent, cached where there is such memory: the CPU reads
};

/// A buffer with its memory.
class Buffer {
  public:
    Buffer() = default;
    /// `sizeBytes` may be 0: Vulkan then gets the smallest buffer that it takes. MemoryKind::device adds the usage of a
    /// copy's target.
    Buffer(const Device& device, VkDeviceSize sizeBytes, VkBufferUsageFlags usage, MemoryKind kind);

    operator VkBuffer() const { return buffer_; }
    VkDeviceSize sizeBytes() const { return sizeBytes_; }

    /// All of it, mapped for as long as the buffer lives; empty for MemoryKind::device.
    std::span<std::byte> mapped() const { return mapped_; }

  private:
    MemoryRange memory_;  // before the buffer: given back after it
    BufferHandle buffer_;
    VkDeviceSize sizeBytes_ = 0;
    std::span<std::byte> mapped_;
};

}  // namespace sinew
