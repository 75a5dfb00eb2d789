#pragma once

#include <cstdint>
#include <span>

#include "gpu/handle.h"

namespace sinew {

DescriptorSetLayoutHandle makeDescriptorSetLayout(VkDevice device,
                                                  std::span<const VkDescriptorSetLayoutBinding> bindings);

/// Room for `setCount` sets which together hold `sizes`. The sets go with the pool.
DescriptorPoolHandle makeDescriptorPool(VkDevice device, uint32_t setCount,
                                        std::span<const VkDescriptorPoolSize> sizes);

VkDescriptorSet allocateDescriptorSet(VkDevice device, VkDescriptorPool pool, VkDescriptorSetLayout layout);

/// No command buffer that uses the set may be in flight while it is written.
/// `type`: uniform or storage buffer; with a dynamic one the range starts at the offset given when the set is bound.
void writeBuffer(VkDevice device, VkDescriptorSet set, uint32_t binding, VkDescriptorType type, VkBuffer buffer,
                 VkDeviceSize rangeBytes = VK_WHOLE_SIZE, VkDeviceSize offsetBytes = 0);

/// A combined image sampler; the image is in the layout of kSampled when it is drawn with.
void writeTexture(VkDevice device, VkDescriptorSet set, uint32_t binding, VkImageView view, VkSampler sampler);

}  // namespace sinew
