#include "gpu/physical_device.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "base/error.h"
#include "gpu/instance.h"
#include "gpu/result.h"

namespace sinew {
namespace {

std::vector<VkPhysicalDevice> physicalDevices(VkInstance instance) {
    uint32_t count = 0;
    const VkResult result = vkEnumeratePhysicalDevices(instance, &count, nullptr);
    if (result == VK_ERROR_INITIALIZATION_FAILED) return {};  // some loaders return this when every driver failed
    require(result, "vkEnumeratePhysicalDevices");
    return enumerate<VkPhysicalDevice>("vkEnumeratePhysicalDevices", vkEnumeratePhysicalDevices, instance);
}

bool hasExtension(VkPhysicalDevice device, const char* name) {
    const char* noLayer = nullptr;
    const auto extensions = enumerate<VkExtensionProperties>("vkEnumerateDeviceExtensionProperties",
                                                             vkEnumerateDeviceExtensionProperties, device, noLayer);
    return std::ranges::any_of(extensions,
                               [&](const auto& each) { return std::strcmp(each.extensionName, name) == 0; });
}

std::string typeText(VkPhysicalDeviceType type) {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return "discrete GPU";
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return "integrated GPU";
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return "virtual GPU";
        case VK_PHYSICAL_DEVICE_TYPE_CPU:
            return "CPU";
        default:
            return "other";
    }
}

/// Smaller is better.
size_t rankOf(const DeviceInfo& device) {
    constexpr std::array kBestFirst{"discrete GPU", "integrated GPU", "virtual GPU", "CPU"};
    return static_cast<size_t>(std::ranges::find(kBestFirst, device.type) - kBestFirst.begin());
}

std::string versionText(uint32_t version) {
    return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                       VK_API_VERSION_PATCH(version));
}

std::string whyNot(VkPhysicalDevice device, uint32_t apiVersion, VkSurfaceKHR surface) {
    if (apiVersion < VK_API_VERSION_1_3) return "lacks Vulkan 1.3";
    VkPhysicalDeviceVulkan13Features features13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features features12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                .pNext = &features13};
    VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &features12};
    vkGetPhysicalDeviceFeatures2(device, &features);
    if (!features13.dynamicRendering) return "lacks dynamic rendering";
    if (!features13.synchronization2) return "lacks synchronization2";
    if (!features12.timelineSemaphore) return "lacks timeline semaphores";
    if (findQueueFamily(device, VK_NULL_HANDLE) == VK_QUEUE_FAMILY_IGNORED) return "lacks a graphics queue";
    if (surface == VK_NULL_HANDLE) return {};
    if (!hasExtension(device, VK_KHR_SWAPCHAIN_EXTENSION_NAME)) return "lacks swapchain support";
    if (findQueueFamily(device, surface) == VK_QUEUE_FAMILY_IGNORED) return "cannot present to this window";
    return {};
}

std::string lowerCase(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string missingFeatures(VkPhysicalDevice device) {
    VkPhysicalDeviceFeatures features{};
    vkGetPhysicalDeviceFeatures(device, &features);
    std::string lacks;
    const auto note = [&](VkBool32 has, const char* name) {
        if (!has) lacks += fmt::format("{}{}", lacks.empty() ? "" : ", ", name);
    };
    note(features.fillModeNonSolid, "wireframe");
    note(features.samplerAnisotropy, "anisotropic filtering");
    note(features.textureCompressionBC, "textures in BC blocks");
    note(features.multiDrawIndirect && features.drawIndirectFirstInstance, "indirect draws");
    return lacks;
}

std::string listText(const std::vector<DeviceInfo>& devices) {
    std::string text;
    for (size_t i = 0; i < devices.size(); ++i) {
        const DeviceInfo& device = devices[i];
        text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", i, device.name);
        if (!device.usable()) text += fmt::format(" ({})", device.whyNot);
    }
    return text;
}

/// Null if none matches.
const DeviceInfo* findWanted(const std::vector<DeviceInfo>& devices, const std::string& wanted) {
    size_t index = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
    if (error == std::errc{} && end == wanted.data() + wanted.size() && index < devices.size()) return &devices[index];

    const DeviceInfo* unusable = nullptr;
    for (const DeviceInfo& device : devices) {
        if (lowerCase(device.name).find(lowerCase(wanted)) == std::string::npos) continue;
        if (device.usable()) return &device;
        unusable = &device;
    }
    return unusable;
}

}  // namespace

std::vector<VkQueueFamilyProperties> queueFamilies(VkPhysicalDevice physicalDevice) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, families.data());
    return families;
}

uint32_t findQueueFamily(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface) {
    const std::vector<VkQueueFamilyProperties> families = queueFamilies(physicalDevice);
    constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (uint32_t family = 0; family < families.size(); ++family) {
        if ((families[family].queueFlags & kNeeded) != kNeeded) continue;
        VkBool32 presents = VK_TRUE;
        if (surface != VK_NULL_HANDLE)
            VK_REQUIRE(vkGetPhysicalDeviceSurfaceSupportKHR(physicalDevice, family, surface, &presents));
        if (presents) return family;
    }
    return VK_QUEUE_FAMILY_IGNORED;
}

std::vector<DeviceInfo> listDevices(const Instance& instance, VkSurfaceKHR surface) {
    std::vector<DeviceInfo> list;
    for (VkPhysicalDevice device : physicalDevices(instance)) {
        VkPhysicalDeviceDriverProperties driver{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
        VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               .pNext = &driver};
        vkGetPhysicalDeviceProperties2(device, &properties);
        const VkPhysicalDeviceProperties& core = properties.properties;
        list.push_back({.physicalDevice = device,
                        .name = core.deviceName,
                        .type = typeText(core.deviceType),
                        .apiVersion = versionText(core.apiVersion),
                        .driverName = driver.driverName,
                        .driverInfo = driver.driverInfo,
                        .whyNot = whyNot(device, core.apiVersion, surface),
                        .lacks = missingFeatures(device)});
    }
    return list;
}

VkPhysicalDevice pickDevice(const Instance& instance, const std::string& wanted, VkSurfaceKHR surface) {
    const std::vector<DeviceInfo> devices = listDevices(instance, surface);
    if (devices.empty()) throwNoDriver();
    if (!wanted.empty()) {
        const DeviceInfo* found = findWanted(devices, wanted);
        if (found == nullptr)
            throw Error(Exit::environment, fmt::format("no device '{}'; available: {}", wanted, listText(devices)));
        if (!found->usable()) throw Error(Exit::environment, fmt::format("{} {}", found->name, found->whyNot));
        return found->physicalDevice;
    }
    const DeviceInfo* best = nullptr;
    for (const DeviceInfo& device : devices)
        if (device.usable() && (best == nullptr || rankOf(device) < rankOf(*best))) best = &device;
    if (best == nullptr)
        throw Error(Exit::environment, fmt::format("no usable Vulkan device; available: {}", listText(devices)));
    return best->physicalDevice;
}

}  // namespace sinew
