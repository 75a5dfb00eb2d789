#pragma once

#include <cstddef>

#include <volk.h>

/// What the program has made with Vulkan and not destroyed.
struct GpuObjects {
    size_t objects = 0;      ///< of every kind that is destroyed on its own, allocations included
    size_t allocations = 0;  ///< vkAllocateMemory
    size_t bytes = 0;
};

GpuObjects gpuObjects();

void countMade();
void countMemory(VkDeviceMemory memory, VkDeviceSize bytes);

/// Puts counting functions before all that destroy. Call it after volk has loaded its pointers, each time.
void countDestroyed();

/// Writes `objects N allocations N bytes N frames N heap N` (bytes that malloc has given and not got back) to the file
/// that SINEW_COUNTS names, at most twice a second. To be called after each frame.
void reportCounts();
