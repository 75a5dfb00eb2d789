#include "render/layouts.h"

#include <array>

#include "gpu/descriptor.h"
#include "gpu/device.h"
#include "gpu/pipeline.h"
#include "shared.h"

namespace sinew {
namespace {

constexpr VkShaderStageFlags kVertex = VK_SHADER_STAGE_VERTEX_BIT;
constexpr VkShaderStageFlags kFragment = VK_SHADER_STAGE_FRAGMENT_BIT;

template <class Constants, uint32_t kOffset = 0>
VkPushConstantRange constantsOf(VkShaderStageFlags stages) {
    static_assert(kOffset + sizeof(Constants) <= 128, "every device supports 128 bytes of push constants");
    return {.stageFlags = stages, .offset = kOffset, .size = sizeof(Constants)};
}
static_assert(sizeof(shared::SurfaceConstants) <= DRAW_CONSTANTS_OFFSET);

DescriptorSetLayoutHandle frameSetLayout(const Device& device) {
    const std::array bindings{
        VkDescriptorSetLayoutBinding{BINDING_FRAME, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, kVertex | kFragment},
        VkDescriptorSetLayoutBinding{BINDING_PALETTE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_SHADOW, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment},
        VkDescriptorSetLayoutBinding{BINDING_MORPH_WEIGHTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_MORPH_STARTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_MORPH_DELTAS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_ENVIRONMENT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment},
        VkDescriptorSetLayoutBinding{BINDING_BACKDROP, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment},
        VkDescriptorSetLayoutBinding{BINDING_OPENNESS, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment},
        VkDescriptorSetLayoutBinding{BINDING_INSTANCES, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
    };
    return makeDescriptorSetLayout(device, bindings);
}

DescriptorSetLayoutHandle materialSetLayout(const Device& device) {
    std::array<VkDescriptorSetLayoutBinding, 1 + MAP_COUNT + LAYER_MAP_PLACES> bindings;
    bindings[0] = {BINDING_MATERIAL, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, kFragment};
    for (uint32_t map = 0; map < MAP_COUNT + LAYER_MAP_PLACES; ++map)
        bindings[1 + map] = {BINDING_MAPS + map, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment};
    return makeDescriptorSetLayout(device, bindings);
}

DescriptorSetLayoutHandle textureSetLayout(const Device& device) {
    const std::array bindings{VkDescriptorSetLayoutBinding{0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment}};
    return makeDescriptorSetLayout(device, bindings);
}

}  // namespace

Layouts::Layouts(const Device& device)
    : frameSet(frameSetLayout(device)), materialSet(materialSetLayout(device)), textureSet(textureSetLayout(device)) {
    static_assert(SET_FRAME == 0 && SET_MATERIAL == 1);
    const auto layout = [&](std::initializer_list<VkDescriptorSetLayout> sets,
                            std::initializer_list<VkPushConstantRange> constants) {
        return makePipelineLayout(device, std::span(sets.begin(), sets.size()),
                                  std::span(constants.begin(), constants.size()));
    };
    const VkPushConstantRange draw = constantsOf<shared::DrawConstants, DRAW_CONSTANTS_OFFSET>(kVertex);
    lit = layout({frameSet, materialSet}, {constantsOf<shared::SurfaceConstants>(kFragment), draw});
    floor = layout({frameSet}, {draw});
    occlusion = layout({frameSet, textureSet}, {});
    line = layout({frameSet}, {constantsOf<shared::LineConstants>(kVertex)});
    panel = layout({textureSet}, {constantsOf<shared::PanelConstants>(kVertex | VK_SHADER_STAGE_FRAGMENT_BIT)});
}

}  // namespace sinew
