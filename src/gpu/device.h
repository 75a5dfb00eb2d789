#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "gpu/handle.h"

namespace sinew {

class Instance;
class MemoryBlocks;

/// Optional features, enabled if the device supports them.
struct DeviceFeatures {
    bool wireframe = false;  ///< VK_POLYGON_MODE_LINE
    bool anisotropy = false;
    bool blocks = false;      ///< BC formats
    bool multiDraws = false;  ///< multiDrawIndirect and drawIndirectFirstInstance
};

/// A device of the caller, who has created it and destroys it. It needs Vulkan 1.3 with dynamicRendering,
/// synchronization2, maintenance4 and timelineSemaphore, and no extensions.
struct BorrowedDevice {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    uint32_t queueFamily = 0;        ///< for graphics and compute
    VkQueue queue = VK_NULL_HANDLE;  ///< of that family; while Sinew's functions run, no other thread may use it
    DeviceFeatures enabled = {};     ///< the optional features that it was created with
};

/// A logical device with one queue for graphics, compute, transfer and (with a surface) presentation. Only one at a
/// time, because its functions are loaded into global pointers. Must outlive everything created from it.
class Device {
  public:
    /// `wanted`: as in pickDevice(). With a `surface`, the device can present to it. @throws Error(Exit::environment).
    explicit Device(const Instance& instance, const std::string& wanted = {}, VkSurfaceKHR surface = VK_NULL_HANDLE);
    /// Uses the caller's device, whose functions are loaded into volk's global pointers.
    /// @throws Error(Exit::environment) if it lacks Vulkan 1.3 or the queue cannot draw.
    explicit Device(const BorrowedDevice& borrowed);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    operator VkDevice() const { return device_; }
    VkPhysicalDevice physicalDevice() const { return physicalDevice_; }
    VkQueue queue() const { return queue_; }
    uint32_t queueFamily() const { return queueFamily_; }

    const std::string& name() const { return name_; }
    bool isCpu() const { return isCpu_; }  ///< draws in software
    const DeviceFeatures& features() const { return features_; }
    const VkPhysicalDeviceLimits& limits() const { return limits_; }
    uint32_t timestampValidBits() const { return timestampValidBits_; }  ///< 0: no timestamps

    /// The largest sample count up to `wanted` that color and depth attachments both support.
    VkSampleCountFlagBits usableSamples(uint32_t wanted) const;

    /// The most precise supported format for depth attachments.
    VkFormat depthFormat() const;

    /// A memory type of `typeBits` with all `required` flags, and with the `preferred` ones if possible.
    /// @throws Error(Exit::environment).
    uint32_t memoryType(uint32_t typeBits, VkMemoryPropertyFlags required, VkMemoryPropertyFlags preferred = 0) const;

    /// Size of the heap that a memory type is in.
    VkDeviceSize heapBytes(size_t type) const { return memory_.memoryHeaps[memory_.memoryTypes[type].heapIndex].size; }

    /// Allocates the memory of buffers and images.
    MemoryBlocks& memory() const { return *blocks_; }

    /// True if shaders can read images of that format, filtered.
    bool canSample(VkFormat format) const;

    void waitIdle() const;

    /// waitIdle() for destructors: never throws; if waiting fails, waits for the queue. A lost device is idle.
    void settle() const;

  private:
    void readProperties();

    bool isBorrowed_ = false;
    VkPhysicalDevice physicalDevice_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    uint32_t queueFamily_ = 0;
    uint32_t timestampValidBits_ = 0;
    std::string name_;
    bool isCpu_ = false;
    DeviceFeatures features_;
    VkPhysicalDeviceLimits limits_{};
    VkPhysicalDeviceMemoryProperties memory_{};
    std::unique_ptr<MemoryBlocks> blocks_;
};

/// A pool for short-lived command buffers, and a primary command buffer from it.
CommandPoolHandle makeCommandPool(const Device& device);
VkCommandBuffer allocateCommands(VkDevice device, VkCommandPool pool);

/// Records commands, submits them and waits for completion. For one-time work.
void runOnce(const Device& device, const std::function<void(VkCommandBuffer)>& record);

}  // namespace sinew
