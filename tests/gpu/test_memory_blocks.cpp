#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/device.h"
#include "gpu/image.h"
#include "gpu/instance.h"
#include "gpu/memory_blocks.h"
#include "support/catch.h"

// Buffers and images share blocks of memory, and none of their bytes.

using namespace sinew;

namespace {

/// Counts the live allocations during its lifetime.
class AllocationCounter {
  public:
    AllocationCounter() {
        alive = 0;
        realAllocate = std::exchange(vkAllocateMemory, allocate);
        realFree = std::exchange(vkFreeMemory, free);
    }
    ~AllocationCounter() {
        vkAllocateMemory = realAllocate;
        vkFreeMemory = realFree;
    }

    static inline int alive = 0;

  private:
    static VkResult allocate(VkDevice device, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* callbacks,
                             VkDeviceMemory* memory) {
        const VkResult result = realAllocate(device, info, callbacks, memory);
        alive += result == VK_SUCCESS;
        return result;
    }
    static void free(VkDevice device, VkDeviceMemory memory, const VkAllocationCallbacks* callbacks) {
        realFree(device, memory, callbacks);
        --alive;
    }

    static inline PFN_vkAllocateMemory realAllocate = nullptr;
    static inline PFN_vkFreeMemory realFree = nullptr;
};

MemoryNeed need(VkDeviceSize size, VkDeviceSize alignment = 64) {
    return {.requirements = {.size = size, .alignment = alignment, .memoryTypeBits = 1}};
}

/// Whether large pages were requested at `place`.
bool hasLargePages(const std::byte* place) {
    std::ifstream maps("/proc/self/smaps");
    const auto address = reinterpret_cast<uintptr_t>(place);
    bool isThere = false;
    for (std::string line; std::getline(maps, line);) {
        uintptr_t begin = 0, end = 0;
        char dash = 0;
        if (std::istringstream words(line); words >> std::hex >> begin >> dash >> end && dash == '-')
            isThere = begin <= address && address < end;
        else if (isThere && line.starts_with("VmFlags:"))
            return line.find(" hg") != std::string::npos;
    }
    return false;
}

}  // namespace

TEST_CASE("thousands of small buffers and images need a few allocations, and free them") {
    const Instance instance({.validation = true});
    {
        const Device device(instance);
        const AllocationCounter counter;
        std::vector<Buffer> buffers;
        for (int i = 0; i < 5000; ++i)
            buffers.emplace_back(device, 1000, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, MemoryKind::device);
        std::vector<Image> images;
        for (int i = 0; i < 100; ++i)
            images.emplace_back(
                device,
                ImageInfo{.format = VK_FORMAT_R8G8B8A8_UNORM, .extent = {16, 16}, .usage = VK_IMAGE_USAGE_SAMPLED_BIT});
        CHECK(counter.alive <= 4);
        buffers.clear();
        images.clear();
        CHECK(counter.alive == 0);
    }
    CHECK(instance.validationMessages() == 0);
}

TEST_CASE("mapped buffers in one block do not overlap") {
    const Instance instance;
    const Device device(instance);
    const AllocationCounter counter;
    std::vector<Buffer> buffers;
    for (int i = 0; i < 200; ++i) {
        buffers.emplace_back(device, 1 + 37 * i, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, MemoryKind::upload);
        std::ranges::fill(buffers.back().mapped(), static_cast<std::byte>(i));
    }
    CHECK(counter.alive == 1);
    for (int i = 0; i < 200; ++i) {
        INFO("buffer " << i);
        CHECK(std::ranges::all_of(buffers[i].mapped(), [&](std::byte b) { return b == static_cast<std::byte>(i); }));
    }
}

TEST_CASE("memory ranges are aligned, separate, and reused") {
    const Instance instance;
    const Device device(instance);
    const AllocationCounter counter;
    MemoryBlocks blocks(device, 0);
    std::mt19937 random(7);
    struct Taken {
        MemoryRange range;
        VkDeviceSize size;
    };
    std::vector<Taken> taken;
    for (int round = 0; round < 4000; ++round) {
        if (taken.size() > 60 || (!taken.empty() && random() % 3 == 0)) {
            std::swap(taken[random() % taken.size()], taken.back());
            taken.pop_back();
            continue;
        }
        const VkDeviceSize size = 1 + random() % 50'000, alignment = VkDeviceSize{1} << random() % 13;
        taken.push_back({blocks.allocate(need(size, alignment)), size});
        REQUIRE(taken.back().range.offset() % alignment == 0);
        const auto [begin, end] =
            std::pair(taken.back().range.offset(), taken.back().range.offset() + taken.back().size);
        REQUIRE(end <= MemoryBlocks::kBlockBytes);
        for (size_t i = 0; i + 1 < taken.size(); ++i)
            REQUIRE((taken[i].range.memory() != taken.back().range.memory() || taken[i].range.offset() >= end ||
                     taken[i].range.offset() + taken[i].size <= begin));
    }
    CHECK(counter.alive <= 2);
    taken.clear();
    CHECK(counter.alive == 0);
}

TEST_CASE("large objects have their own memory, of exact size") {
    const Instance instance;
    const Device device(instance);
    const AllocationCounter counter;
    MemoryBlocks blocks(device, 0);
    const MemoryRange small = blocks.allocate(need(100)), large = blocks.allocate(need(3 * MemoryBlocks::kBlockBytes)),
                      other = blocks.allocate(need(100));
    CHECK(counter.alive == 2);
    CHECK(small.memory() == other.memory());
    CHECK(small.memory() != large.memory());
    CHECK(large.offset() == 0);
    CHECK(large.mapped() == nullptr);
}

TEST_CASE("large objects get large pages where the program allocates the memory") {
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) SKIP("this system has no large pages");
    const Instance instance;
    const Device device(instance);
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(device.physicalDevice(), &properties);
    if (properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU) SKIP("the device has memory of its own");
    const VkDeviceSize size = 4 * MemoryBlocks::kBlockBytes;
    const Buffer buffer(device, size, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryKind::upload);
    CHECK(hasLargePages(buffer.mapped().data() + size / 2));
}
