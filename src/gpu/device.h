#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <volk.h>

namespace sinew {

class Instance;
class MemoryBlocks;

/// What is switched on when the device has it.
struct DeviceFeatures {
    bool wireframe = false;  ///< VK_POLYGON_MODE_LINE
    bool wideLines = false;
    bool anisotropy = false;
};

/// A logical device with one queue that draws, computes, copies and (with a surface) presents. One at a time: its
/// functions are loaded into the global pointers. Everything made from it must be gone before it.
class Device {
  public:
    /// `wanted` as pickDevice() takes it; with a `surface` the device can present to it. Throws
    /// Error(Exit::environment).
    explicit Device(const Instance& instance, const std::string& wanted = {}, VkSurfaceKHR surface = VK_NULL_HANDLE);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    operator VkDevice() const { return device_; }
    VkPhysicalDevice physicalDevice() const { return physicalDevice_; }
    VkQueue queue() const { return queue_; }
    uint32_t queueFamily() const { return queueFamily_; }

    const std::string& name() const { return name_; }
    const DeviceFeatures& features() const { return features_; }
    const VkPhysicalDeviceLimits& limits() const {
        return limits_;
    }  ///< maxSamplerAnisotropy, lineWidthRange, timestampPeriod...
    uint32_t timestampValidBits() const { return timestampValidBits_; }  ///< 0: no timestamps

    /// The largest count up to `wanted` (1, 2, 4, 8...) that colour and depth attachments both take; 1 at least.
    VkSampleCountFlagBits usableSamples(uint32_t wanted) const;

    /// The most precise depth format that an attachment can have.
    VkFormat depthFormat() const;

    /// Whether optimally tiled images of `format` have all of `features`.
    bool supports(VkFormat format, VkFormatFeatureFlags features) const;

    /// A memory type among `typeBits` with all `required` flags, and with the `preferred` ones when there is one.
    /// Throws Error.
    uint32_t memoryType(uint32_t typeBits, VkMemoryPropertyFlags required, VkMemoryPropertyFlags preferred = 0) const;

    /// Where buffers and images get their memory.
    MemoryBlocks& memory() const { return *blocks_; }

    void waitIdle() const;

    /// For destructors, which have nobody to tell: tries again when waiting fails. A lost device is idle, too.
    void settle() const;

  private:
    VkPhysicalDevice physicalDevice_ = VK_NULL_HANDLE;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    uint32_t queueFamily_ = 0;
    uint32_t timestampValidBits_ = 0;
    std::string name_;
    DeviceFeatures features_;
    VkPhysicalDeviceLimits limits_{};
    VkPhysicalDeviceMemoryProperties memory_{};
    std::unique_ptr<MemoryBlocks> blocks_;
};

/// Records commands, submits them and waits until they are done. For what happens once, not each frame.
void runOnce(const Device& device, const std::function<void(VkCommandBuffer)>& record);

}  // namespace sinew
