#include "gpu/device.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "base/error.h"
#include "gpu/instance.h"
#include "gpu/memory_blocks.h"
#include "gpu/physical_device.h"

namespace sinew {
namespace {

/// A bit for each host-visible memory type.
uint32_t visibleTypes(const VkPhysicalDeviceMemoryProperties& memory) {
    uint32_t bits = 0;
    for (uint32_t type = 0; type < memory.memoryTypeCount; ++type)
        if (memory.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) bits |= 1u << type;
    return bits;
}

}  // namespace

Device::Device(const Instance& instance, const std::string& wanted, VkSurfaceKHR surface)
    : physicalDevice_(pickDevice(instance, wanted, surface)), queueFamily_(findQueueFamily(physicalDevice_, surface)) {
    if (queueFamily_ == VK_QUEUE_FAMILY_IGNORED)  // pickDevice() has just found one
        throw Error(Exit::environment, "the device can no longer present to this window");
    VkPhysicalDeviceFeatures available{};
    vkGetPhysicalDeviceFeatures(physicalDevice_, &available);
    features_ = {
        .wireframe = available.fillModeNonSolid == VK_TRUE,
        .anisotropy = available.samplerAnisotropy == VK_TRUE,
        .blocks = available.textureCompressionBC == VK_TRUE,
        .multiDraws = available.multiDrawIndirect == VK_TRUE && available.drawIndirectFirstInstance == VK_TRUE};

    // maintenance4, mandatory in 1.3: SPIR-V 1.6 modules need it for LocalSizeId.
    VkPhysicalDeviceVulkan13Features features13{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                .synchronization2 = VK_TRUE,
                                                .dynamicRendering = VK_TRUE,
                                                .maintenance4 = VK_TRUE};
    VkPhysicalDeviceVulkan12Features features12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                .pNext = &features13,
                                                .timelineSemaphore = VK_TRUE};
    const VkPhysicalDeviceFeatures2 features{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = &features12,
        .features = {.multiDrawIndirect = available.multiDrawIndirect,
                     .drawIndirectFirstInstance = available.drawIndirectFirstInstance,
                     .fillModeNonSolid = available.fillModeNonSolid,
                     .samplerAnisotropy = available.samplerAnisotropy,
                     .textureCompressionBC = available.textureCompressionBC}};
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queueInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = queueFamily_,
                                            .queueCount = 1,
                                            .pQueuePriorities = &priority};
    const char* swapchain = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    const VkDeviceCreateInfo createInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                        .pNext = &features,
                                        .queueCreateInfoCount = 1,
                                        .pQueueCreateInfos = &queueInfo,
                                        .enabledExtensionCount = surface != VK_NULL_HANDLE ? 1u : 0u,
                                        .ppEnabledExtensionNames = &swapchain};
    const VkResult created = vkCreateDevice(physicalDevice_, &createInfo, nullptr, &device_);
    if (created == VK_ERROR_UNKNOWN)  // from Mesa's software driver where it gets no thread
        throw Error(Exit::environment,
                    "the Vulkan driver did not start (vkCreateDevice returned VK_ERROR_UNKNOWN): "
                    "perhaps the system allows no more threads");
    require(created, "vkCreateDevice");
    volkLoadDevice(device_);
    vkGetDeviceQueue(device_, queueFamily_, 0, &queue_);
    readProperties();
}

Device::Device(const BorrowedDevice& borrowed)
    : isBorrowed_(true),
      physicalDevice_(borrowed.physicalDevice),
      device_(borrowed.device),
      queue_(borrowed.queue),
      queueFamily_(borrowed.queueFamily),
      features_(borrowed.enabled) {
    if (volkInitialize() != VK_SUCCESS) throw Error(Exit::environment, "no Vulkan loader found: install libvulkan1");
    volkLoadInstance(borrowed.instance);
    volkLoadDevice(device_);
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(physicalDevice_, &properties);
    const std::string name = properties.deviceName;
    if (properties.apiVersion < VK_API_VERSION_1_3) throw Error(Exit::environment, name + " lacks Vulkan 1.3");
    const std::vector<VkQueueFamilyProperties> families = queueFamilies(physicalDevice_);
    constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    if (queueFamily_ >= families.size() || (families[queueFamily_].queueFlags & kNeeded) != kNeeded)
        throw Error(Exit::environment,
                    name + ": the queue family " + std::to_string(queueFamily_) + " is not for graphics and compute");
    readProperties();
}

void Device::readProperties() {
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(physicalDevice_, &properties);
    isCpu_ = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (isCpu_) features_.anisotropy = false;  // costs more there than all light
    name_ = properties.deviceName;
    limits_ = properties.limits;
    vkGetPhysicalDeviceMemoryProperties(physicalDevice_, &memory_);
    blocks_ = std::make_unique<MemoryBlocks>(device_, isCpu_ ? visibleTypes(memory_) : 0);
    timestampValidBits_ = queueFamilies(physicalDevice_)[queueFamily_].timestampValidBits;
}

Device::~Device() {
    settle();
    blocks_.reset();
    if (!isBorrowed_) vkDestroyDevice(device_, nullptr);
}

VkSampleCountFlagBits Device::usableSamples(uint32_t wanted) const {
    const VkSampleCountFlags both = limits_.framebufferColorSampleCounts & limits_.framebufferDepthSampleCounts;
    for (uint32_t count = std::bit_floor(std::clamp(wanted, 1u, 64u)); count > 1; count /= 2)
        if (both & count) return static_cast<VkSampleCountFlagBits>(count);
    return VK_SAMPLE_COUNT_1_BIT;
}

VkFormat Device::depthFormat() const {
    for (VkFormat format : {VK_FORMAT_D32_SFLOAT, VK_FORMAT_X8_D24_UNORM_PACK32}) {
        VkFormatProperties properties{};
        vkGetPhysicalDeviceFormatProperties(physicalDevice_, format, &properties);
        if (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) return format;
    }
    return VK_FORMAT_D16_UNORM;  // always supported
}

uint32_t Device::memoryType(uint32_t typeBits, VkMemoryPropertyFlags required, VkMemoryPropertyFlags preferred) const {
    for (VkMemoryPropertyFlags flags : {required | preferred, required})
        for (uint32_t type = 0; type < memory_.memoryTypeCount; ++type)
            if ((typeBits >> type & 1u) && (memory_.memoryTypes[type].propertyFlags & flags) == flags) return type;
    throw Error(Exit::environment, name_ + " lacks a required memory type");
}

bool Device::canSample(VkFormat format) const {
    const bool isBlocks = format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK && format <= VK_FORMAT_BC7_SRGB_BLOCK;
    if (isBlocks && !features_.blocks) return false;
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(physicalDevice_, format, &properties);
    constexpr VkFormatFeatureFlags kNeeded = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
                                             VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
                                             VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    return (properties.optimalTilingFeatures & kNeeded) == kNeeded;
}

void Device::waitIdle() const {
    VK_REQUIRE(vkDeviceWaitIdle(device_));
}

void Device::settle() const {
    const VkResult result = vkDeviceWaitIdle(device_);
    if (result != VK_SUCCESS && result != VK_ERROR_DEVICE_LOST) vkQueueWaitIdle(queue_);
}

CommandPoolHandle makeCommandPool(const Device& device) {
    return {device,
            {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
             .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
             .queueFamilyIndex = device.queueFamily()}};
}

VkCommandBuffer allocateCommands(VkDevice device, VkCommandPool pool) {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = pool,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer commands = VK_NULL_HANDLE;
    VK_REQUIRE(vkAllocateCommandBuffers(device, &info, &commands));
    return commands;
}

void runOnce(const Device& device, const std::function<void(VkCommandBuffer)>& record) {
    const CommandPoolHandle pool = makeCommandPool(device);
    const VkCommandBuffer commands = allocateCommands(device, pool);
    const VkCommandBufferBeginInfo beginInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                             .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VK_REQUIRE(vkBeginCommandBuffer(commands, &beginInfo));
    record(commands);
    VK_REQUIRE(vkEndCommandBuffer(commands));
    const VkCommandBufferSubmitInfo commandsInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                                 .commandBuffer = commands};
    const VkSubmitInfo2 submitInfo{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1, .pCommandBufferInfos = &commandsInfo};
    VK_REQUIRE(vkQueueSubmit2(device.queue(), 1, &submitInfo, VK_NULL_HANDLE));
    const VkResult waited = vkQueueWaitIdle(device.queue());
    if (waited != VK_SUCCESS) device.settle();  // the error destroys what the commands use
    require(waited, "vkQueueWaitIdle");
}

}  // namespace sinew
