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
static_assert(sizeof(shared::MaterialConstants) <= DRAW_CONSTANTS_OFFSET);

DescriptorSetLayoutHandle frameSetLayout(const Device& device) {
    const std::array bindings{
        VkDescriptorSetLayoutBinding{BINDING_FRAME, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, kVertex | kFragment},
        VkDescriptorSetLayoutBinding{BINDING_PALETTE, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_SHADOW, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment},
        VkDescriptorSetLayoutBinding{BINDING_MORPH_WEIGHTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_MORPH_STARTS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_MORPH_DELTAS, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, kVertex},
        VkDescriptorSetLayoutBinding{BINDING_ENVIRONMENT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment},
    };
    return makeDescriptorSetLayout(device, bindings);
}

DescriptorSetLayoutHandle textureSetLayout(const Device& device, uint32_t textureCount) {
    std::array<VkDescriptorSetLayoutBinding, 2> bindings;
    for (uint32_t i = 0; i < textureCount; ++i)
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, kFragment};
    return makeDescriptorSetLayout(device, std::span(bindings).first(textureCount));
}

}  // namespace

Layouts::Layouts(const Device& device)
    : frameSet(frameSetLayout(device)),
      materialSet(textureSetLayout(device, 2)),
      textureSet(textureSetLayout(device, 1)) {
    static_assert(BINDING_BASE_COLOR == 0 && BINDING_NORMAL_MAP == 1 && SET_FRAME == 0 && SET_MATERIAL == 1);
    const auto layout = [&](std::initializer_list<VkDescriptorSetLayout> sets,
                            std::initializer_list<VkPushConstantRange> constants) {
        return makePipelineLayout(device, std::span(sets.begin(), sets.size()),
                                  std::span(constants.begin(), constants.size()));
    };
    const VkPushConstantRange draw = constantsOf<shared::DrawConstants, DRAW_CONSTANTS_OFFSET>(kVertex);
    lit = layout({frameSet, materialSet}, {constantsOf<shared::MaterialConstants>(kFragment), draw});
    floor = layout({frameSet}, {draw});
    line = layout({frameSet}, {constantsOf<shared::LineConstants>(kVertex)});
    blur = layout({textureSet}, {constantsOf<shared::BlurConstants>(kFragment)});
    panel = layout({textureSet}, {constantsOf<shared::PanelConstants>(kVertex)});
}

}  // namespace sinew
