#pragma once

#include <utility>

#include <volk.h>

#include "gpu/result.h"

namespace sinew {

/// Owns one device-level handle: the constructor creates, the destructor destroys, a move leaves the source empty, and
/// it converts to the raw handle. The device must outlive it. `Calls` names the pair of Vulkan functions; see the list
/// below.
template <class Calls>
class Handle {
  public:
    using Raw = typename Calls::Raw;
    using Info = typename Calls::Info;

    Handle() = default;
    Handle(VkDevice device, const Info& info, std::source_location place = std::source_location::current())
        : device_(device) {
        require(Calls::create(device, info, raw_), Calls::kName, place);
    }
    Handle(VkDevice device, Raw adopted) : device_(device), raw_(adopted) {}  ///< takes over what was created elsewhere
    ~Handle() {
        if (raw_ != VK_NULL_HANDLE) Calls::destroy(device_, raw_);
    }
    Handle(Handle&& other) noexcept
        : device_(other.device_), raw_(std::exchange(other.raw_, static_cast<Raw>(VK_NULL_HANDLE))) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(raw_, other.raw_);
        return *this;
    }

    operator Raw() const { return raw_; }
    const Raw* address() const { return &raw_; }  ///< for the structs that take an array of one

  private:
    VkDevice device_ = VK_NULL_HANDLE;
    Raw raw_ = VK_NULL_HANDLE;
};

#define SINEW_HANDLE(NAME, CREATE, DESTROY, INFO)                                        \
    struct NAME##Calls {                                                                 \
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

/// Pipelines are created in arrays, so each kind has its own pair here.
struct GraphicsPipelineCalls {
    using Raw = VkPipeline;
    using Info = VkGraphicsPipelineCreateInfo;
    static constexpr const char* kName = "vkCreateGraphicsPipelines";
    static VkResult create(VkDevice device, const Info& info, Raw& raw) {
        return vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &raw);
    }
    static void destroy(VkDevice device, Raw raw) { vkDestroyPipeline(device, raw, nullptr); }
};
using GraphicsPipelineHandle = Handle<GraphicsPipelineCalls>;

struct ComputePipelineCalls {
    using Raw = VkPipeline;
    using Info = VkComputePipelineCreateInfo;
    static constexpr const char* kName = "vkCreateComputePipelines";
    static VkResult create(VkDevice device, const Info& info, Raw& raw) {
        return vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &raw);
    }
    static void destroy(VkDevice device, Raw raw) { vkDestroyPipeline(device, raw, nullptr); }
};
using ComputePipelineHandle = Handle<ComputePipelineCalls>;

}  // namespace sinew
