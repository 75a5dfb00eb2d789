#pragma once

#include <volk.h>

// What a device or a window system need not have, taken away. The environment's SINEW_WITHOUT names it, separated by
// spaces:
//   fillModeNonSolid wideLines samplerAnisotropy                         optional features
//   dynamicRendering synchronization2 timelineSemaphore vulkan13         what the program cannot do without
//   timestamps multisampling depth32 swapchainExtension presentation     (presentation: no queue can show pictures)
//   surfaceReads surfaceSrgb surfaceSize                                 of the window's images; surfaceSize: the
//   window
//                                                                        decides how large they are, as on Wayland
// SINEW_NO_AREA=FROM:COUNT: so many times, from the FROM-th (0) on, the window says that it has an area of 0x0.

/// Puts these in place of the functions that cannot fail. Call it after volk has loaded its pointers, each time.
void takeAway();

/// What the fallible ones gave is passed through these.
void adjust(VkPhysicalDevice, VkSurfaceKHR, VkSurfaceCapabilitiesKHR* capabilities);
void adjust(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkSurfaceFormatKHR* formats);
void adjust(VkPhysicalDevice, const char* layer, uint32_t* count, VkExtensionProperties* extensions);
void adjust(VkPhysicalDevice, uint32_t family, VkSurfaceKHR, VkBool32* supported);

template <class... Others>
void adjust(Others...) {}
