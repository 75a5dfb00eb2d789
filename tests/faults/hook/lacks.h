#pragma once

#include <volk.h>

// Removes features of devices and window systems. The environment variable SINEW_WITHOUT lists them, separated by
// spaces:
//   fillModeNonSolid samplerAnisotropy multiDrawIndirect                 optional features
//   softwareDriver                                                       the device says that it is hardware
//   dynamicRendering synchronization2 timelineSemaphore vulkan13         what the program cannot do without
//   timestamps multisampling depth32 swapchainExtension presentation     (presentation: no queue can show pictures)
//   surfaceReads surfaceSrgb surfaceSize                                 of the window's images; surfaceSize: the
//   window
//                                                                        decides how large they are, as on Wayland
// SINEW_NO_AREA=FROM:COUNT: the window reports an area of 0x0 COUNT times, from the FROM-th query (from 0) on.

/// Replaces the functions that cannot fail. Call it each time after volk has loaded its pointers.
void takeAway();

/// Filters for the results of fallible functions.
void adjust(VkPhysicalDevice, VkSurfaceKHR, VkSurfaceCapabilitiesKHR* capabilities);
void adjust(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkSurfaceFormatKHR* formats);
void adjust(VkPhysicalDevice, const char* layer, uint32_t* count, VkExtensionProperties* extensions);
void adjust(VkPhysicalDevice, uint32_t family, VkSurfaceKHR, VkBool32* supported);

template <class... Others>
void adjust(Others...) {}
