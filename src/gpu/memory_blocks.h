#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

struct MemoryBlock;

/// A stretch of device memory, which goes back to its block when this is gone.
class MemoryRange {
  public:
    MemoryRange() = default;
    MemoryRange(MemoryRange&& other) noexcept : block_(std::exchange(other.block_, nullptr)), offset_(other.offset_) {}
    MemoryRange& operator=(MemoryRange&& other) noexcept;
    ~MemoryRange();

    VkDeviceMemory memory() const;
    VkDeviceSize offset() const { return offset_; }

    /// Its first byte; null where the CPU cannot reach the memory.
    std::byte* mapped() const;

  private:
    friend class MemoryBlocks;
    MemoryRange(MemoryBlock* block, VkDeviceSize offset) : block_(block), offset_(offset) {}

    MemoryBlock* block_ = nullptr;
    VkDeviceSize offset_ = 0;
};

/// What a resource needs of its memory.
struct MemoryNeed {
    VkMemoryRequirements requirements;
    uint32_t type = 0;    ///< index of the memory type
    bool mapped = false;  ///< for as long as it lives; the type has to be visible to the host
    bool image = false;   ///< optimally tiled; buffers lie elsewhere (bufferImageGranularity)
};

/// Cuts what buffers and images need out of larger blocks: devices have a limit on how many allocations there are
/// (maxMemoryAllocationCount, 4096 on many), and each is dear. A block that nobody uses any more is freed. What is
/// large has a block of its own, and large pages where the memory is this process's own: a driver that draws with the
/// CPU spends a good part of a single picture on memory that nobody has touched before.
class MemoryBlocks {
  public:
    static constexpr VkDeviceSize kBlockBytes = VkDeviceSize{4} << 20;

    /// `device` must outlive it, and it everything that it gives. `ownTypes`: a bit for each memory type that is this
    /// process's own memory and visible to the host.
    MemoryBlocks(VkDevice device, uint32_t ownTypes);
    ~MemoryBlocks();
    MemoryBlocks(const MemoryBlocks&) = delete;
    MemoryBlocks& operator=(const MemoryBlocks&) = delete;

    /// From any thread. @throws Error when the device has no more.
    MemoryRange allocate(const MemoryNeed& need);

    /// Of all blocks together. From any thread.
    VkDeviceSize bytes();

  private:
    friend class MemoryRange;
    void release(MemoryBlock& block, VkDeviceSize offset);

    VkDevice device_;
    uint32_t ownTypes_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<MemoryBlock>> blocks_;
};

}  // namespace sinew
