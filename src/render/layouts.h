#pragma once

#include "gpu/handle.h"

namespace sinew {

class Device;

/// Descriptor set and pipeline layouts, numbered as in shaders/shared.h.
struct Layouts {
    explicit Layouts(const Device& device);

    DescriptorSetLayoutHandle
        frameSet;  ///< frame uniforms and palette (dynamic), shadow map, environment, backdrop, openness, morph targets
    DescriptorSetLayoutHandle materialSet;  ///< material uniforms and maps
    DescriptorSetLayoutHandle textureSet;   ///< one texture, for the panel
    PipelineLayoutHandle lit;               ///< frameSet, materialSet; SurfaceConstants, DrawConstants
    PipelineLayoutHandle floor;             ///< frameSet; DrawConstants
    PipelineLayoutHandle occlusion;         ///< frameSet, textureSet
    PipelineLayoutHandle line;              ///< frameSet; LineConstants
    PipelineLayoutHandle panel;             ///< textureSet; PanelConstants
};

}  // namespace sinew
