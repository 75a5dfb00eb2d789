#pragma once

#include <array>
#include <cstddef>

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

/// What a pipeline draws. The first seven skin.
enum class Drawing {
    opaque,
    blended,
    wireframe,
    edges,   ///< of triangles, over their surfaces
    viewed,  ///< surfaces, for every View but the shaded one
    ghost,   ///< twice, first with a colour of no alpha: only its front shows
    floorShadow,
    floor,
    line,
    floorBlur,
    panel,  ///< one sample, drawn over the finished picture
};

/// The pipelines of the renderer, each made when it is first asked for: a picture needs a quarter of them, and making
/// them all is a third of what it takes to start.
class Pipelines {
  public:
    /// All that is given is read whenever a pipeline is made.
    Pipelines(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts, const PictureFormat& format);

    /// `skinning` is for what skins. Null for `wireframe` and `edges` where the device has none.
    VkPipeline of(Drawing drawing, Skinning skinning = Skinning::linear);

    /// Makes anew those that there are, from what the shaders are now. No frame may be in flight. When one cannot be
    /// made all stay as they were.
    void remake();

  private:
    static constexpr size_t kDrawings = static_cast<size_t>(Drawing::panel) + 1;
    using Handles = std::array<std::array<GraphicsPipelineHandle, kDrawings>, 2>;  ///< by skinning and drawing

    GraphicsPipelineHandle make(Drawing drawing, Skinning skinning) const;

    const Device* device_;
    const ShaderLibrary* shaders_;
    const Layouts* layouts_;
    PictureFormat format_;
    Handles handles_;
};

}  // namespace sinew
