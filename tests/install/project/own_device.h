#pragma once

#include <stdexcept>
#include <vector>

#include <volk.h>

/// A Vulkan device as a program may have it already: the first one that draws.
struct OwnDevice {
    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    uint32_t queueFamily = 0;

    OwnDevice() {
        const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                            .apiVersion = VK_API_VERSION_1_3};
        const VkInstanceCreateInfo instanceInfo{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                                .pApplicationInfo = &application};
        if (volkInitialize() != VK_SUCCESS || vkCreateInstance(&instanceInfo, nullptr, &instance) != VK_SUCCESS)
            throw std::runtime_error("no Vulkan");
        volkLoadInstance(instance);
        uint32_t one = 1;
        vkEnumeratePhysicalDevices(instance, &one, &physicalDevice);  // of several, the first
        if (one == 0) throw std::runtime_error("no Vulkan device");

        const float priority = 1.0f;
        const VkDeviceQueueCreateInfo queueInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                .queueFamilyIndex = queueFamily,
                                                .queueCount = 1,
                                                .pQueuePriorities = &priority};
        VkPhysicalDeviceVulkan13Features features13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                    .synchronization2 = VK_TRUE,
                                                    .dynamicRendering = VK_TRUE,
                                                    .maintenance4 = VK_TRUE};
        const VkPhysicalDeviceVulkan12Features features12{
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
            .pNext = &features13,
            .timelineSemaphore = VK_TRUE};
        const VkDeviceCreateInfo deviceInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                            .pNext = &features12,
                                            .queueCreateInfoCount = 1,
                                            .pQueueCreateInfos = &queueInfo};
        if (vkCreateDevice(physicalDevice, &deviceInfo, nullptr, &device) != VK_SUCCESS)
            throw std::runtime_error("no device with the features that Sinew needs");
        volkLoadDevice(device);
        vkGetDeviceQueue(device, queueFamily, 0, &queue);
    }
    ~OwnDevice() {
        vkDestroyDevice(device, nullptr);
        vkDestroyInstance(instance, nullptr);
    }
    OwnDevice(const OwnDevice&) = delete;
    OwnDevice& operator=(const OwnDevice&) = delete;
};
