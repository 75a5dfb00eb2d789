#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

struct MemoryBlock;

/// A suballocation of device memory; returned to its block by the destructor.
class MemoryRange {
  public:
    MemoryRange() = default;
    MemoryRange(MemoryRange&& other) noexcept : block_(std::exchange(other.block_, nullptr)), offset_(other.offset_) {}
    MemoryRange& operator=(MemoryRange&& other) noexcept;
    ~MemoryRange();

    VkDeviceMemory memory() const;
    VkDeviceSize offset() const { return offset_; }

    /// Its first byte; null if not mapped.
    std::byte* mapped() const;

  private:
    friend class MemoryBlocks;
    MemoryRange(MemoryBlock* block, VkDeviceSize offset) : block_(block), offset_(offset) {}

    MemoryBlock* block_ = nullptr;
    VkDeviceSize offset_ = 0;
};

/// Memory requirements of a resource.
struct MemoryNeed {
    VkMemoryRequirements requirements;
    uint32_t type = 0;    ///< index of the memory type
    bool mapped = false;  ///< persistently; the type must be host visible
    bool image = false;   ///< optimally tiled images do not share blocks with buffers (bufferImageGranularity)
};

/// Suballocates the memory of buffers and images from larger blocks, because allocations are slow and limited in number
/// (maxMemoryAllocationCount, often 4096). Empty blocks are freed. Large resources get a block of their own, with large
/// pages if it is process memory: on a software driver, page faults take a good part of a single picture.
class MemoryBlocks {
  public:
    static constexpr VkDeviceSize kBlockBytes = VkDeviceSize{4} << 20;

    /// Must be destroyed before `device` and after all ranges. `processTypes`: a bit for each memory type that is
    /// host-visible memory of this process.
    MemoryBlocks(VkDevice device, uint32_t processTypes);
    ~MemoryBlocks();
    MemoryBlocks(const MemoryBlocks&) = delete;
    MemoryBlocks& operator=(const MemoryBlocks&) = delete;

    /// Thread-safe. @throws Error(Exit::environment) when out of memory.
    MemoryRange allocate(const MemoryNeed& need);

    /// Sum of all blocks. Thread-safe.
    VkDeviceSize bytes();

  private:
    friend class MemoryRange;
    void release(MemoryBlock& block, VkDeviceSize offset);

    VkDevice device_;
    uint32_t processTypes_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<MemoryBlock>> blocks_;
};

}  // namespace sinew
