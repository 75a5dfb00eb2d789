#include "gpu/memory_blocks.h"

#include <map>
#include <optional>
#include <span>

#include "base/large_pages.h"

namespace sinew {

/// One allocation and its used ranges.
struct MemoryBlock {
    /// `largePages`: only for process memory.
    MemoryBlock(MemoryBlocks& blocks, VkDevice device, const MemoryNeed& need, VkDeviceSize blockSize, bool largePages)
        : owner(blocks),
          type(need.type),
          isMapped(need.mapped),
          isForImages(need.image),
          size(blockSize),
          memory(device, {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                          .allocationSize = blockSize,
                          .memoryTypeIndex = need.type}) {
        if (!isMapped && !largePages) return;
        void* data = nullptr;
        VK_REQUIRE(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &data));
        if (largePages) useLargePages({static_cast<std::byte*>(data), size});
        if (isMapped) mapped = static_cast<std::byte*>(data);
    }

    bool suits(const MemoryNeed& need) const {
        return type == need.type && isMapped == need.mapped && isForImages == need.image;
    }

    /// First fit.
    std::optional<VkDeviceSize> take(const VkMemoryRequirements& wanted) {
        VkDeviceSize begin = 0;
        for (const auto& [usedBegin, usedEnd] : used) {
            if (begin + wanted.size <= usedBegin) break;
            begin = (usedEnd + wanted.alignment - 1) / wanted.alignment * wanted.alignment;
        }
        if (begin + wanted.size > size) return std::nullopt;
        used.emplace(begin, begin + wanted.size);
        return begin;
    }

    MemoryBlocks& owner;
    uint32_t type;
    bool isMapped, isForImages;
    VkDeviceSize size;
    DeviceMemoryHandle memory;
    std::byte* mapped = nullptr;
    std::map<VkDeviceSize, VkDeviceSize> used;  ///< begin -> end
};

MemoryRange& MemoryRange::operator=(MemoryRange&& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(offset_, other.offset_);
    return *this;
}

MemoryRange::~MemoryRange() {
    if (block_) block_->owner.release(*block_, offset_);
}

VkDeviceMemory MemoryRange::memory() const {
    return block_ ? static_cast<VkDeviceMemory>(block_->memory) : VK_NULL_HANDLE;
}

std::byte* MemoryRange::mapped() const {
    return block_ && block_->mapped ? block_->mapped + offset_ : nullptr;
}

MemoryBlocks::MemoryBlocks(VkDevice device, uint32_t processTypes) : device_(device), processTypes_(processTypes) {}

MemoryBlocks::~MemoryBlocks() = default;

MemoryRange MemoryBlocks::allocate(const MemoryNeed& need) {
    const VkDeviceSize size = need.requirements.size;
    const std::lock_guard lock(mutex_);
    const bool shares = size <= kBlockBytes / 2;
    if (shares)
        for (const auto& block : blocks_)
            if (block->suits(need))
                if (const auto offset = block->take(need.requirements)) return {block.get(), *offset};
    const bool isProcessMemory = (processTypes_ >> need.type & 1u) != 0;
    blocks_.push_back(
        std::make_unique<MemoryBlock>(*this, device_, need, shares ? kBlockBytes : size, isProcessMemory && !shares));
    return {blocks_.back().get(), blocks_.back()->take(need.requirements).value()};
}

VkDeviceSize MemoryBlocks::bytes() {
    const std::lock_guard lock(mutex_);
    VkDeviceSize sum = 0;
    for (const auto& block : blocks_)
        sum += block->size;
    return sum;
}

void MemoryBlocks::release(MemoryBlock& block, VkDeviceSize offset) {
    const std::lock_guard lock(mutex_);
    block.used.erase(offset);
    if (block.used.empty()) std::erase_if(blocks_, [&](const auto& each) { return each.get() == &block; });
}

}  // namespace sinew
