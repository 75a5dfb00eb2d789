#pragma once

#include <cstdint>
#include <span>

#include "gpu/handle.h"

namespace sinew {

DescriptorSetLayoutHandle makeDescriptorSetLayout(VkDevice device,
                                                  std::span<const VkDescriptorSetLayoutBinding> bindings);

/// A pool for `setCount` sets with `sizes` descriptors in total; it frees its sets.
DescriptorPoolHandle makeDescriptorPool(VkDevice device, uint32_t setCount,
                                        std::span<const VkDescriptorPoolSize> sizes);

VkDescriptorSet allocateDescriptorSet(VkDevice device, VkDescriptorPool pool, VkDescriptorSetLayout layout);

/// Writes a uniform or storage buffer descriptor; a dynamic one is relative to the offset given when the set is bound.
/// No command buffer in flight may use the set.
void writeBuffer(VkDevice device, VkDescriptorSet set, uint32_t binding, VkDescriptorType type, VkBuffer buffer,
                 VkDeviceSize rangeBytes = VK_WHOLE_SIZE, VkDeviceSize offsetBytes = 0);

/// Writes a combined image sampler; the image must be kSampled when it is used.
void writeTexture(VkDevice device, VkDescriptorSet set, uint32_t binding, VkImageView view, VkSampler sampler);

}  // namespace sinew
