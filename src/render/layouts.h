#pragma once

#include "gpu/handle.h"

namespace sinew {

class Device;

/// What the pipelines' shaders are given, as shaders/shared.h numbers it.
struct Layouts {
    explicit Layouts(const Device& device);

    DescriptorSetLayoutHandle frameSet;     ///< frame uniforms and palette (dynamic), floor shadow, morphs
    DescriptorSetLayoutHandle materialSet;  ///< base colour, normal map
    DescriptorSetLayoutHandle textureSet;   ///< one texture: blur, panel
    PipelineLayoutHandle lit;               ///< frameSet, materialSet; MaterialConstants, DrawConstants
    PipelineLayoutHandle floor;             ///< frameSet; DrawConstants
    PipelineLayoutHandle line;              ///< frameSet; LineConstants
    PipelineLayoutHandle blur;              ///< textureSet; BlurConstants
    PipelineLayoutHandle panel;             ///< textureSet; PanelConstants
};

}  // namespace sinew
