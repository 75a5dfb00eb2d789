#include "faults/hook/lacks.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

namespace {

bool without(const char* name) {
    static const std::set<std::string> names = [] {
        const char* list = std::getenv("SINEW_WITHOUT");
        std::istringstream words(list ? list : "");
        return std::set<std::string>(std::istream_iterator<std::string>(words), {});
    }();
    return names.contains(name);
}

void remove(VkBool32& feature, const char* name) {
    if (without(name)) feature = VK_FALSE;
}

void adjustFeatures(VkPhysicalDeviceFeatures& features) {
    remove(features.fillModeNonSolid, "fillModeNonSolid");
    remove(features.samplerAnisotropy, "samplerAnisotropy");
    remove(features.multiDrawIndirect, "multiDrawIndirect");
}

void adjustProperties(VkPhysicalDeviceProperties& properties) {
    if (without("vulkan13")) properties.apiVersion = VK_API_VERSION_1_2;
    if (without("softwareDriver")) properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU;
    if (without("multisampling")) properties.limits.framebufferColorSampleCounts = VK_SAMPLE_COUNT_1_BIT;
}

/// The real functions.
PFN_vkGetPhysicalDeviceFeatures realFeatures;
PFN_vkGetPhysicalDeviceFeatures2 realFeatures2;
PFN_vkGetPhysicalDeviceProperties realProperties;
PFN_vkGetPhysicalDeviceProperties2 realProperties2;
PFN_vkGetPhysicalDeviceQueueFamilyProperties realQueueFamilies;
PFN_vkGetPhysicalDeviceFormatProperties realFormat;

VKAPI_ATTR void VKAPI_CALL features(VkPhysicalDevice device, VkPhysicalDeviceFeatures* out) {
    realFeatures(device, out);
    adjustFeatures(*out);
}

VKAPI_ATTR void VKAPI_CALL features2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* out) {
    realFeatures2(device, out);
    adjustFeatures(out->features);
    for (auto* each = static_cast<VkBaseOutStructure*>(out->pNext); each; each = each->pNext) {
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES) {
            auto& features13 = *reinterpret_cast<VkPhysicalDeviceVulkan13Features*>(each);
            remove(features13.dynamicRendering, "dynamicRendering");
            remove(features13.synchronization2, "synchronization2");
        }
        if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
            remove(reinterpret_cast<VkPhysicalDeviceVulkan12Features*>(each)->timelineSemaphore, "timelineSemaphore");
    }
}

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* out) {
    realProperties(device, out);
    adjustProperties(*out);
}

VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
    realProperties2(device, out);
    adjustProperties(out->properties);
}

VKAPI_ATTR void VKAPI_CALL queueFamilies(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* out) {
    realQueueFamilies(device, count, out);
    if (!out || !without("timestamps")) return;
    for (uint32_t family = 0; family < *count; ++family)
        out[family].timestampValidBits = 0;
}

VKAPI_ATTR void VKAPI_CALL formatProperties(VkPhysicalDevice device, VkFormat format, VkFormatProperties* out) {
    realFormat(device, format, out);
    if (without("depth32") && format == VK_FORMAT_D32_SFLOAT) *out = {};
}

template <class Function>
void place(Function& slot, Function& real, Function ours) {
    if (!slot || slot == ours) return;
    real = slot;
    slot = ours;
}

/// The calls of SINEW_NO_AREA.
bool hasNoArea() {
    static unsigned from = 0, count = 0, calls = 0;
    static const bool given = [] {
        const char* text = std::getenv("SINEW_NO_AREA");
        return text && std::sscanf(text, "%u:%u", &from, &count) == 2;
    }();
    const unsigned number = calls++;
    return given && number >= from && number - from < count;
}

}  // namespace

void takeAway() {
    place(::vkGetPhysicalDeviceFeatures, realFeatures, features);
    place(::vkGetPhysicalDeviceFeatures2, realFeatures2, features2);
    place(::vkGetPhysicalDeviceProperties, realProperties, properties);
    place(::vkGetPhysicalDeviceProperties2, realProperties2, properties2);
    place(::vkGetPhysicalDeviceQueueFamilyProperties, realQueueFamilies, queueFamilies);
    place(::vkGetPhysicalDeviceFormatProperties, realFormat, formatProperties);
}

void adjust(VkPhysicalDevice, VkSurfaceKHR, VkSurfaceCapabilitiesKHR* capabilities) {
    if (without("surfaceReads"))
        capabilities->supportedUsageFlags &= ~VkImageUsageFlags{VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    if (without("surfaceSize")) capabilities->currentExtent = {UINT32_MAX, UINT32_MAX};
    if (hasNoArea()) capabilities->currentExtent = {0, 0};
}

void adjust(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkSurfaceFormatKHR* formats) {
    if (!formats || !without("surfaceSrgb")) return;
    for (uint32_t i = 0; i < *count; ++i)
        formats[i].format = VK_FORMAT_B8G8R8A8_UNORM;
}

void adjust(VkPhysicalDevice, const char*, uint32_t* count, VkExtensionProperties* extensions) {
    if (!extensions || !without("swapchainExtension")) return;
    for (uint32_t i = 0; i < *count; ++i)
        if (std::strcmp(extensions[i].extensionName, VK_KHR_SWAPCHAIN_EXTENSION_NAME) == 0)
            std::strcpy(extensions[i].extensionName, "VK_KHR_other");
}

void adjust(VkPhysicalDevice, uint32_t, VkSurfaceKHR, VkBool32* supported) {
    remove(*supported, "presentation");
}
