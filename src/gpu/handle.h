#pragma once

#include <type_traits>
#include <utility>

#include <volk.h>

#include "gpu/result.h"

namespace sinew {

/// Owns one Vulkan handle: creates it in the constructor, destroys it in the destructor, is empty after a move, and
/// converts to the raw handle. Its parent, the device or for a surface the instance, must outlive it. `Calls` names the
/// Vulkan functions.
template <class Calls>
class Handle {
  public:
    using Raw = typename Calls::Raw;
    using Info = typename Calls::Info;
    using Parent = typename Calls::Parent;

    Handle() = default;
    Handle(Parent parent, const Info& info, std::source_location place = std::source_location::current())
        : parent_(parent) {
        require(Calls::create(parent, info, raw_), Calls::kName, place);
    }
    Handle(Parent parent, Raw adopted) : parent_(parent), raw_(adopted) {}  ///< takes ownership
    ~Handle() {
        if (raw_ != VK_NULL_HANDLE) Calls::destroy(parent_, raw_);
    }
    Handle(Handle&& other) noexcept
        : parent_(other.parent_), raw_(std::exchange(other.raw_, static_cast<Raw>(VK_NULL_HANDLE))) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(parent_, other.parent_);
        std::swap(raw_, other.raw_);
        return *this;
    }

    operator Raw() const { return raw_; }
    const Raw* address() const { return &raw_; }  ///< for structs that take an array of one

  private:
    Parent parent_ = VK_NULL_HANDLE;
    Raw raw_ = VK_NULL_HANDLE;
};

#define SINEW_HANDLE(NAME, CREATE, DESTROY, INFO)                                        \
    struct NAME##Calls {                                                                 \
        using Parent = VkDevice;                                                         \
        using Raw = Vk##NAME;                                                            \
        using Info = INFO;                                                               \
        static constexpr const char* kName = #CREATE;                                    \
        static VkResult create(VkDevice device, const Info& info, Raw& raw) {            \
            return CREATE(device, &info, nullptr, &raw);                                 \
        }                                                                                \
        static void destroy(VkDevice device, Raw raw) { DESTROY(device, raw, nullptr); } \
    };                                                                                   \
    using NAME##Handle = Handle<NAME##Calls>

SINEW_HANDLE(Buffer, vkCreateBuffer, vkDestroyBuffer, VkBufferCreateInfo);
SINEW_HANDLE(CommandPool, vkCreateCommandPool, vkDestroyCommandPool, VkCommandPoolCreateInfo);
SINEW_HANDLE(DescriptorPool, vkCreateDescriptorPool, vkDestroyDescriptorPool, VkDescriptorPoolCreateInfo);
SINEW_HANDLE(DescriptorSetLayout, vkCreateDescriptorSetLayout, vkDestroyDescriptorSetLayout,
             VkDescriptorSetLayoutCreateInfo);
SINEW_HANDLE(DeviceMemory, vkAllocateMemory, vkFreeMemory, VkMemoryAllocateInfo);
SINEW_HANDLE(Image, vkCreateImage, vkDestroyImage, VkImageCreateInfo);
SINEW_HANDLE(ImageView, vkCreateImageView, vkDestroyImageView, VkImageViewCreateInfo);
SINEW_HANDLE(PipelineLayout, vkCreatePipelineLayout, vkDestroyPipelineLayout, VkPipelineLayoutCreateInfo);
SINEW_HANDLE(QueryPool, vkCreateQueryPool, vkDestroyQueryPool, VkQueryPoolCreateInfo);
SINEW_HANDLE(Sampler, vkCreateSampler, vkDestroySampler, VkSamplerCreateInfo);
SINEW_HANDLE(Semaphore, vkCreateSemaphore, vkDestroySemaphore, VkSemaphoreCreateInfo);
SINEW_HANDLE(ShaderModule, vkCreateShaderModule, vkDestroyShaderModule, VkShaderModuleCreateInfo);
SINEW_HANDLE(SwapchainKHR, vkCreateSwapchainKHR, vkDestroySwapchainKHR, VkSwapchainCreateInfoKHR);
#undef SINEW_HANDLE

/// Pipelines are created in arrays.
template <class PipelineInfo, auto& kCreate>
struct PipelineCalls {
    using Parent = VkDevice;
    using Raw = VkPipeline;
    using Info = PipelineInfo;
    static constexpr const char* kName =
        std::is_same_v<Info, VkComputePipelineCreateInfo> ? "vkCreateComputePipelines" : "vkCreateGraphicsPipelines";
    static VkResult create(VkDevice device, const Info& info, Raw& raw) {
        return kCreate(device, VK_NULL_HANDLE, 1, &info, nullptr, &raw);
    }
    static void destroy(VkDevice device, Raw raw) { vkDestroyPipeline(device, raw, nullptr); }
};
using GraphicsPipelineHandle = Handle<PipelineCalls<VkGraphicsPipelineCreateInfo, vkCreateGraphicsPipelines>>;
using ComputePipelineHandle = Handle<PipelineCalls<VkComputePipelineCreateInfo, vkCreateComputePipelines>>;

/// Created by the window library; must be destroyed before the instance and the window.
struct SurfaceCalls {
    using Parent = VkInstance;
    using Raw = VkSurfaceKHR;
    struct Info {};  ///< never created here
    static void destroy(VkInstance instance, Raw raw) { vkDestroySurfaceKHR(instance, raw, nullptr); }
};
using Surface = Handle<SurfaceCalls>;

}  // namespace sinew
