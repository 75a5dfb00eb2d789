#pragma once

#include "gpu/handle.h"

namespace sinew {

class Device;

/// Descriptor set and pipeline layouts, numbered as in shaders/shared.h.
struct Layouts {
    explicit Layouts(const Device& device);

    DescriptorSetLayoutHandle
        frameSet;  ///< frame uniforms and palette (dynamic), floor shadow, morph targets, environment
    DescriptorSetLayoutHandle materialSet;  ///< base color, normal map
    DescriptorSetLayoutHandle textureSet;   ///< one texture, for blur and panel
    PipelineLayoutHandle lit;               ///< frameSet, materialSet; MaterialConstants, DrawConstants
    PipelineLayoutHandle floor;             ///< frameSet; DrawConstants
    PipelineLayoutHandle line;              ///< frameSet; LineConstants
    PipelineLayoutHandle blur;              ///< textureSet; BlurConstants
    PipelineLayoutHandle panel;             ///< textureSet; PanelConstants
};

}  // namespace sinew
