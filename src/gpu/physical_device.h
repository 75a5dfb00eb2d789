#pragma once

#include <string>
#include <vector>

#include <volk.h>

namespace sinew {

class Instance;

/// One line of --list-devices. Its position in the list is the index for --device.
struct DeviceInfo {
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    std::string name;
    std::string type;        ///< "discrete GPU", "integrated GPU", "virtual GPU", "CPU" or "other"
    std::string apiVersion;  ///< "1.3.230"
    std::string driverName;
    std::string driverInfo;
    std::string whyNot;  ///< why it cannot be used, such as "lacks Vulkan 1.3"; empty: usable
    std::string lacks;   ///< unsupported optional features: "wireframe, anisotropic filtering"
    bool usable() const { return whyNot.empty(); }
};

/// All devices, including unusable ones. With a `surface`, a usable device must be able to present to it.
std::vector<DeviceInfo> listDevices(const Instance& instance, VkSurfaceKHR surface = VK_NULL_HANDLE);

/// `wanted`: an index of the list, or part of a name, ignoring case (first usable match); empty: the best usable
/// device, discrete before integrated before virtual before CPU. @throws Error(Exit::environment) that lists the
/// devices.
VkPhysicalDevice pickDevice(const Instance& instance, const std::string& wanted, VkSurfaceKHR surface);

std::vector<VkQueueFamilyProperties> queueFamilies(VkPhysicalDevice physicalDevice);

/// The first graphics and compute family (that presents to `surface`); VK_QUEUE_FAMILY_IGNORED if there is none.
uint32_t findQueueFamily(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface);

}  // namespace sinew
