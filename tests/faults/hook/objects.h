#pragma once

#include <cstddef>

#include <volk.h>

/// The Vulkan objects that exist.
struct GpuObjects {
    size_t objects = 0;      ///< of every kind with its own destroy function, including allocations
    size_t allocations = 0;  ///< vkAllocateMemory
    size_t bytes = 0;
};

GpuObjects gpuObjects();

void countMade();
void countMemory(VkDeviceMemory memory, VkDeviceSize bytes);

/// Wraps all functions that destroy objects. Call it each time after volk has loaded its pointers.
void countDestroyed();

/// Writes `objects N allocations N bytes N frames N heap N` (heap: bytes allocated by malloc) to the file
/// that SINEW_COUNTS names, at most twice per second. Call it after each frame.
void reportCounts();
