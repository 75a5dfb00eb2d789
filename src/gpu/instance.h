#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <volk.h>

namespace sinew {

struct InstanceInfo {
    std::vector<std::string> extensions;  ///< what the window system asks for; empty without a window
    bool validation =
        false;  ///< the Khronos layer with synchronization validation; each message goes to stderr and is counted
};

/// The connection to the Vulkan loader. One at a time, because the loaded function pointers are global.
/// Throws Error(Exit::environment) without a loader, a driver, an extension or (when asked for) the validation layer.
class Instance {
  public:
    explicit Instance(const InstanceInfo& info = {});
    ~Instance();
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    operator VkInstance() const { return instance_; }

    /// Validation warnings and errors so far; safe from any thread. Objects that were not destroyed are counted when
    /// the device goes.
    uint32_t validationMessages() const { return validationMessages_; }

  private:
    std::atomic<uint32_t> validationMessages_ =
        0;  // before the handles: the messenger writes to it until they are gone
    VkInstance instance_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

/// Says what to install.
[[noreturn]] void throwNoDriver();

}  // namespace sinew
