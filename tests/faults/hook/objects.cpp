#include "faults/hook/objects.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

#include <malloc.h>

namespace {

std::mutex mutex;
GpuObjects counts;
std::map<VkDeviceMemory, VkDeviceSize> memories;

template <auto& Slot>
struct Destroy;

/// The second to last parameter is the destroyed object.
template <class... Arguments, void(VKAPI_PTR*& Slot)(Arguments...)>
struct Destroy<Slot> {
    static inline void(VKAPI_PTR* real)(Arguments...) = nullptr;

    static VKAPI_ATTR void VKAPI_CALL call(Arguments... arguments) {
        const auto handle = std::get<sizeof...(Arguments) - 2>(std::make_tuple(arguments...));
        if (handle != VK_NULL_HANDLE) {
            const std::lock_guard lock(mutex);
            --counts.objects;
            if constexpr (std::is_same_v<decltype(handle), const VkDeviceMemory>) {
                --counts.allocations;
                counts.bytes -= memories[handle];
                memories.erase(handle);
            }
        }
        real(arguments...);
    }

    static void install() {
        if (!Slot || Slot == call) return;
        real = Slot;
        Slot = call;
    }
};

template <auto&... Slots>
void installAll() {
    (Destroy<Slots>::install(), ...);
}

}  // namespace

GpuObjects gpuObjects() {
    const std::lock_guard lock(mutex);
    return counts;
}

void countMade() {
    const std::lock_guard lock(mutex);
    ++counts.objects;
}

void countMemory(VkDeviceMemory memory, VkDeviceSize bytes) {
    const std::lock_guard lock(mutex);
    ++counts.allocations;
    counts.bytes += bytes;
    memories[memory] = bytes;
}

void countDestroyed() {
    installAll<::vkDestroyInstance, ::vkDestroyDebugUtilsMessengerEXT, ::vkDestroySurfaceKHR, ::vkDestroyDevice,
               ::vkFreeMemory, ::vkDestroyBuffer, ::vkDestroyImage, ::vkDestroyImageView, ::vkDestroySampler,
               ::vkDestroyShaderModule, ::vkDestroyPipelineLayout, ::vkDestroyPipeline, ::vkDestroyDescriptorSetLayout,
               ::vkDestroyDescriptorPool, ::vkDestroyQueryPool, ::vkDestroySemaphore, ::vkDestroyCommandPool,
               ::vkDestroySwapchainKHR>();
}

void reportCounts() {
    using Clock = std::chrono::steady_clock;
    static const char* const path = std::getenv("SINEW_COUNTS");
    static Clock::time_point last;
    static size_t frames = 0;
    ++frames;
    if (!path || Clock::now() - last < std::chrono::milliseconds(500)) return;
    last = Clock::now();
    const std::string fresh = std::string(path) + ".new";
    FILE* file = std::fopen(fresh.c_str(), "w");
    if (!file) return;
    const GpuObjects now = gpuObjects();
    const auto heap = ::mallinfo2();
    std::fprintf(file, "objects %zu allocations %zu bytes %zu frames %zu heap %zu\n", now.objects, now.allocations,
                 now.bytes, frames, heap.uordblks + heap.hblkhd);
    std::fclose(file);
    std::rename(fresh.c_str(), path);
}
