#pragma once

#include <string>
#include <vector>

#include <volk.h>

namespace sinew {

class Instance;

/// One line of --list-devices, in the driver's order; its place in the list is the index that --device takes.
struct DeviceInfo {
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    std::string name;
    std::string type;        ///< "discrete GPU", "integrated GPU", "virtual GPU", "CPU" or "other"
    std::string apiVersion;  ///< "1.3.230"
    std::string driverName;
    std::string driverInfo;
    std::string whyNot;  ///< what keeps it from drawing; empty: usable
    std::string lacks;   ///< optional features that it has not, which are then off: "wireframe, anisotropic filtering"
    bool usable() const { return whyNot.empty(); }
};

/// All devices, the unusable ones too; empty without any. With a `surface` they must also be able to show pictures on
/// it.
std::vector<DeviceInfo> listDevices(const Instance& instance, VkSurfaceKHR surface = VK_NULL_HANDLE);

/// `wanted` is an index into the list, or a part of a name in any case of letters (the first usable match); empty: the
/// best usable one, discrete before integrated before virtual before CPU. Throws Error(Exit::environment), which lists
/// what there is.
VkPhysicalDevice pickDevice(const Instance& instance, const std::string& wanted, VkSurfaceKHR surface);

/// The first family that draws (and shows on `surface`); VK_QUEUE_FAMILY_IGNORED when there is none.
uint32_t findQueueFamily(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface);

}  // namespace sinew
