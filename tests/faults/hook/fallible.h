#pragma once

#include <volk.h>

// The Vulkan functions whose result the program checks, each with the results except VK_SUCCESS that the specification
// allows ("Return Codes" of its page, without the codes of extensions that the program does not use). glfw and
// volk are included where they wrap Vulkan. A test compares the list with src/.

constexpr VkResult kHostMemory = VK_ERROR_OUT_OF_HOST_MEMORY;
constexpr VkResult kDeviceMemory = VK_ERROR_OUT_OF_DEVICE_MEMORY;
constexpr VkResult kDeviceLost = VK_ERROR_DEVICE_LOST;
constexpr VkResult kSurfaceLost = VK_ERROR_SURFACE_LOST_KHR;
constexpr VkResult kOutOfDate = VK_ERROR_OUT_OF_DATE_KHR;

#define FALLIBLE_BEFORE_VULKAN(CALL)                                                          \
    CALL(volkInitialize, VK_ERROR_INITIALIZATION_FAILED)                                      \
    CALL(glfwCreateWindowSurface, kHostMemory, kDeviceMemory, VK_ERROR_INITIALIZATION_FAILED, \
         VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_NATIVE_WINDOW_IN_USE_KHR)

#define FALLIBLE_FUNCTIONS(CALL)                                                                                      \
    CALL(vkEnumerateInstanceLayerProperties, kHostMemory, kDeviceMemory, VK_INCOMPLETE)                               \
    CALL(vkCreateInstance, kHostMemory, kDeviceMemory, VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_LAYER_NOT_PRESENT,    \
         VK_ERROR_EXTENSION_NOT_PRESENT, VK_ERROR_INCOMPATIBLE_DRIVER)                                                \
    CALL(vkCreateDebugUtilsMessengerEXT, kHostMemory)                                                                 \
    CALL(vkEnumeratePhysicalDevices, kHostMemory, kDeviceMemory, VK_ERROR_INITIALIZATION_FAILED, VK_INCOMPLETE)       \
    CALL(vkEnumerateDeviceExtensionProperties, kHostMemory, kDeviceMemory, VK_ERROR_LAYER_NOT_PRESENT, VK_INCOMPLETE) \
    CALL(vkCreateDevice, kHostMemory, kDeviceMemory, VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_EXTENSION_NOT_PRESENT,  \
         VK_ERROR_FEATURE_NOT_PRESENT, VK_ERROR_TOO_MANY_OBJECTS, kDeviceLost)                                        \
    CALL(vkAllocateMemory, kHostMemory, kDeviceMemory)                                                                \
    CALL(vkMapMemory, kHostMemory, kDeviceMemory, VK_ERROR_MEMORY_MAP_FAILED)                                         \
    CALL(vkCreateBuffer, kHostMemory, kDeviceMemory)                                                                  \
    CALL(vkBindBufferMemory, kHostMemory, kDeviceMemory)                                                              \
    CALL(vkCreateImage, kHostMemory, kDeviceMemory)                                                                   \
    CALL(vkBindImageMemory, kHostMemory, kDeviceMemory)                                                               \
    CALL(vkCreateImageView, kHostMemory, kDeviceMemory)                                                               \
    CALL(vkCreateSampler, kHostMemory, kDeviceMemory)                                                                 \
    CALL(vkCreateShaderModule, kHostMemory, kDeviceMemory)                                                            \
    CALL(vkCreatePipelineLayout, kHostMemory, kDeviceMemory)                                                          \
    CALL(vkCreateGraphicsPipelines, kHostMemory, kDeviceMemory)                                                       \
    CALL(vkCreateComputePipelines, kHostMemory, kDeviceMemory)                                                        \
    CALL(vkCreateDescriptorSetLayout, kHostMemory, kDeviceMemory)                                                     \
    CALL(vkCreateDescriptorPool, kHostMemory, kDeviceMemory, VK_ERROR_FRAGMENTATION)                                  \
    CALL(vkAllocateDescriptorSets, kHostMemory, kDeviceMemory, VK_ERROR_FRAGMENTED_POOL, VK_ERROR_OUT_OF_POOL_MEMORY) \
    CALL(vkCreateQueryPool, kHostMemory, kDeviceMemory)                                                               \
    CALL(vkGetQueryPoolResults, kHostMemory, kDeviceMemory, kDeviceLost, VK_NOT_READY)                                \
    CALL(vkCreateSemaphore, kHostMemory, kDeviceMemory)                                                               \
    CALL(vkGetSemaphoreCounterValue, kHostMemory, kDeviceMemory, kDeviceLost)                                         \
    CALL(vkWaitSemaphores, kHostMemory, kDeviceMemory, kDeviceLost, VK_TIMEOUT)                                       \
    CALL(vkCreateCommandPool, kHostMemory, kDeviceMemory)                                                             \
    CALL(vkResetCommandPool, kDeviceMemory)                                                                           \
    CALL(vkAllocateCommandBuffers, kHostMemory, kDeviceMemory)                                                        \
    CALL(vkBeginCommandBuffer, kHostMemory, kDeviceMemory)                                                            \
    CALL(vkEndCommandBuffer, kHostMemory, kDeviceMemory)                                                              \
    CALL(vkQueueSubmit2, kHostMemory, kDeviceMemory, kDeviceLost)                                                     \
    CALL(vkQueueWaitIdle, kHostMemory, kDeviceMemory, kDeviceLost)                                                    \
    CALL(vkDeviceWaitIdle, kHostMemory, kDeviceMemory, kDeviceLost)                                                   \
    CALL(vkGetPhysicalDeviceSurfaceSupportKHR, kHostMemory, kDeviceMemory, kSurfaceLost)                              \
    CALL(vkGetPhysicalDeviceSurfaceCapabilitiesKHR, kHostMemory, kDeviceMemory, kSurfaceLost)                         \
    CALL(vkGetPhysicalDeviceSurfaceFormatsKHR, kHostMemory, kDeviceMemory, kSurfaceLost, VK_INCOMPLETE)               \
    CALL(vkGetPhysicalDeviceSurfacePresentModesKHR, kHostMemory, kDeviceMemory, kSurfaceLost, VK_INCOMPLETE)          \
    CALL(vkCreateSwapchainKHR, kHostMemory, kDeviceMemory, kDeviceLost, kSurfaceLost,                                 \
         VK_ERROR_NATIVE_WINDOW_IN_USE_KHR, VK_ERROR_INITIALIZATION_FAILED)                                           \
    CALL(vkGetSwapchainImagesKHR, kHostMemory, kDeviceMemory, VK_INCOMPLETE)                                          \
    CALL(vkAcquireNextImageKHR, kHostMemory, kDeviceMemory, kDeviceLost, kOutOfDate, kSurfaceLost, VK_TIMEOUT,        \
         VK_NOT_READY, VK_SUBOPTIMAL_KHR)                                                                             \
    CALL(vkQueuePresentKHR, kHostMemory, kDeviceMemory, kDeviceLost, kOutOfDate, kSurfaceLost, VK_SUBOPTIMAL_KHR)
