#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <volk.h>

#include "gpu/result.h"

// What GPU-assisted validation takes for itself, and does nothing where it was not asked for. volk's functions that
// fill the table of pointers are replaced at link time (-Wl,--wrap).
//
// - Layers from 1.3.283 on warn of each feature of the device that they turn on for their own part of the shaders. They
//   have nothing to turn on, and no warning has to be let through, where the device is made with those features.
// - Layers before 1.3.256, Debian 12's among them, do not note what vkQueueSubmit2 submits
//   (GpuAssisted::PreCallRecordQueueSubmit2 leaves its base out), and then wait in vkWaitSemaphores for what they do
//   not know of, for ever. There the same is submitted by vkQueueSubmit.

namespace {

bool isAskedFor() {
    const char* enabled = std::getenv("VK_LAYER_ENABLES");
    const char* assisted = std::getenv("VK_LAYER_GPUAV_ENABLE");
    return (enabled && std::strstr(enabled, "ENABLE_GPU_ASSISTED_EXT")) || (assisted && *assisted);
}

PFN_vkCreateDevice realCreateDevice = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL createDevice(VkPhysicalDevice physicalDevice, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
    VkPhysicalDeviceVulkan12Features has12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 has{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &has12};
    vkGetPhysicalDeviceFeatures2(physicalDevice, &has);

    // The chain begins as gpu/device.cpp makes it; another one would bring the warnings back.
    auto features = *static_cast<const VkPhysicalDeviceFeatures2*>(info->pNext);
    auto features12 = *static_cast<const VkPhysicalDeviceVulkan12Features*>(features.pNext);
    if (features.sType != has.sType || features12.sType != has12.sType)
        return realCreateDevice(physicalDevice, info, allocator, device);
    features.pNext = &features12;
    features.features.fragmentStoresAndAtomics = has.features.fragmentStoresAndAtomics;
    features.features.vertexPipelineStoresAndAtomics = has.features.vertexPipelineStoresAndAtomics;
    features.features.shaderInt64 = has.features.shaderInt64;
    features12.vulkanMemoryModel = has12.vulkanMemoryModel;
    features12.vulkanMemoryModelDeviceScope = has12.vulkanMemoryModelDeviceScope;
    features12.bufferDeviceAddress = has12.bufferDeviceAddress;
    features12.uniformAndStorageBuffer8BitAccess = has12.uniformAndStorageBuffer8BitAccess;
    VkDeviceCreateInfo withFeatures = *info;
    withFeatures.pNext = &features;
    return realCreateDevice(physicalDevice, &withFeatures, allocator, device);
}

bool forgetsSubmit2() {
    const auto layers =
        sinew::enumerate<VkLayerProperties>("vkEnumerateInstanceLayerProperties", vkEnumerateInstanceLayerProperties);
    return std::ranges::any_of(layers, [](const auto& layer) {
        return std::string_view(layer.layerName) == "VK_LAYER_KHRONOS_validation" &&
               layer.specVersion < VK_MAKE_API_VERSION(0, 1, 3, 256);
    });
}

/// Semaphores as vkQueueSubmit takes them; the stages it knows have the same bits.
struct Semaphores {
    std::vector<VkSemaphore> handles;
    std::vector<uint64_t> values;
    std::vector<VkPipelineStageFlags> stages;

    Semaphores(const VkSemaphoreSubmitInfo* infos, uint32_t count) {
        for (const VkSemaphoreSubmitInfo* info = infos; info != infos + count; ++info) {
            handles.push_back(info->semaphore);
            values.push_back(info->value);
            stages.push_back(static_cast<VkPipelineStageFlags>(info->stageMask));
        }
    }
    uint32_t count() const { return static_cast<uint32_t>(handles.size()); }
};

VKAPI_ATTR VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo2* infos, VkFence fence) {
    for (const VkSubmitInfo2* info = infos; info != infos + count; ++info) {
        const Semaphores waits(info->pWaitSemaphoreInfos, info->waitSemaphoreInfoCount);
        const Semaphores signals(info->pSignalSemaphoreInfos, info->signalSemaphoreInfoCount);
        std::vector<VkCommandBuffer> commands;
        for (uint32_t i = 0; i < info->commandBufferInfoCount; ++i)
            commands.push_back(info->pCommandBufferInfos[i].commandBuffer);
        const VkTimelineSemaphoreSubmitInfo values{.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                   .waitSemaphoreValueCount = waits.count(),
                                                   .pWaitSemaphoreValues = waits.values.data(),
                                                   .signalSemaphoreValueCount = signals.count(),
                                                   .pSignalSemaphoreValues = signals.values.data()};
        const VkSubmitInfo plain{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .pNext = &values,
                                 .waitSemaphoreCount = waits.count(),
                                 .pWaitSemaphores = waits.handles.data(),
                                 .pWaitDstStageMask = waits.stages.data(),
                                 .commandBufferCount = static_cast<uint32_t>(commands.size()),
                                 .pCommandBuffers = commands.data(),
                                 .signalSemaphoreCount = signals.count(),
                                 .pSignalSemaphores = signals.handles.data()};
        const VkResult result = vkQueueSubmit(queue, 1, &plain, info + 1 == infos + count ? fence : VK_NULL_HANDLE);
        if (result != VK_SUCCESS) return result;
    }
    return VK_SUCCESS;
}

}  // namespace

extern "C" {

void __real_volkLoadInstance(VkInstance instance);
void __real_volkLoadDevice(VkDevice device);

void __wrap_volkLoadInstance(VkInstance instance) {
    __real_volkLoadInstance(instance);
    if (!isAskedFor()) return;
    realCreateDevice = vkCreateDevice;
    vkCreateDevice = createDevice;
}

void __wrap_volkLoadDevice(VkDevice device) {
    __real_volkLoadDevice(device);
    if (isAskedFor() && forgetsSubmit2()) vkQueueSubmit2 = submit;
}
}
