#pragma once

#include <array>

#include "gpu/handle.h"
#include "render/scene.h"

namespace sinew {

class Device;
class ShaderLibrary;
struct Layouts;

/// What the pictures are made of.
struct PictureFormat {
    VkFormat color = VK_FORMAT_R8G8B8A8_SRGB;
    VkFormat depth = VK_FORMAT_D32_SFLOAT;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_4_BIT;
    uint32_t influences = 4;  ///< of a vertex: 4 or 8; the models that are drawn must have been made for as many
};

inline constexpr VkFormat kShadowFormat = VK_FORMAT_R8_UNORM;

/// Every pipeline of the renderer. Made anew, all together, when the shaders are reloaded.
struct Pipelines {
    Pipelines(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts, const PictureFormat& format);

    /// Those that skin, one of each for every Skinning.
    struct Skinned {
        GraphicsPipelineHandle opaque;
        GraphicsPipelineHandle blended;
        GraphicsPipelineHandle wireframe;  ///< null where the device has none
        GraphicsPipelineHandle edges;      ///< over surfaces; the same
        GraphicsPipelineHandle viewed;     ///< for every View but the shaded one
        GraphicsPipelineHandle ghost;      ///< drawn twice, first with a colour of no alpha: only its front shows
        GraphicsPipelineHandle floorShadow;
    };
    const Skinned& of(Skinning skinning) const { return skinned[static_cast<size_t>(skinning)]; }

    std::array<Skinned, 2> skinned;
    GraphicsPipelineHandle floor;
    GraphicsPipelineHandle line;
    GraphicsPipelineHandle floorBlur;
    GraphicsPipelineHandle panel;  ///< one sample, drawn over the finished picture
};

}  // namespace sinew
