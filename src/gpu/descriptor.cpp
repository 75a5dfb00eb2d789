#include "gpu/descriptor.h"

namespace sinew {

DescriptorSetLayoutHandle makeDescriptorSetLayout(VkDevice device,
                                                  std::span<const VkDescriptorSetLayoutBinding> bindings) {
    return {device,
            {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
             .bindingCount = static_cast<uint32_t>(bindings.size()),
             .pBindings = bindings.data()}};
}

DescriptorPoolHandle makeDescriptorPool(VkDevice device, uint32_t setCount,
                                        std::span<const VkDescriptorPoolSize> sizes) {
    return {device,
            {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
             .maxSets = setCount,
             .poolSizeCount = static_cast<uint32_t>(sizes.size()),
             .pPoolSizes = sizes.data()}};
}

VkDescriptorSet allocateDescriptorSet(VkDevice device, VkDescriptorPool pool, VkDescriptorSetLayout layout) {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &layout};
    VkDescriptorSet set = VK_NULL_HANDLE;
    VK_REQUIRE(vkAllocateDescriptorSets(device, &info, &set));
    return set;
}

void writeBuffer(VkDevice device, VkDescriptorSet set, uint32_t binding, VkDescriptorType type, VkBuffer buffer,
                 VkDeviceSize rangeBytes, VkDeviceSize offsetBytes) {
    const VkDescriptorBufferInfo info{.buffer = buffer, .offset = offsetBytes, .range = rangeBytes};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = set,
                                     .dstBinding = binding,
                                     .descriptorCount = 1,
                                     .descriptorType = type,
                                     .pBufferInfo = &info};
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
}

void writeTexture(VkDevice device, VkDescriptorSet set, uint32_t binding, VkImageView view, VkSampler sampler) {
    const VkDescriptorImageInfo info{
        .sampler = sampler, .imageView = view, .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = set,
                                     .dstBinding = binding,
                                     .descriptorCount = 1,
                                     .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                     .pImageInfo = &info};
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
}

}  // namespace sinew
