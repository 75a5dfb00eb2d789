#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <volk.h>

namespace sinew {

struct InstanceInfo {
    std::vector<const char*> extensions;  ///< required by the window system; empty without a window
    bool validation = false;  ///< Khronos layer with synchronization validation; messages go to stderr and are counted
};

/// The Vulkan instance. Only one at a time, because the loaded function pointers are global. The constructor throws
/// Error(Exit::environment) if the loader, a driver, an extension or the requested validation layer is missing.
class Instance {
  public:
    explicit Instance(const InstanceInfo& info = {});
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    operator VkInstance() const { return instance_; }

    /// Number of validation warnings and errors so far; thread-safe. Leaked objects count when the device is destroyed.
    uint32_t validationMessages() const { return validationMessages_; }

  private:
    std::atomic<uint32_t> validationMessages_ = 0;  // before the handles: the messenger writes to it
    VkInstance instance_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

/// The message says what to install.
[[noreturn]] void throwNoDriver();

}  // namespace sinew
