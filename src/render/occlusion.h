#pragma once

#include <optional>

#include "gpu/handle.h"
#include "gpu/image.h"
#include "render/pipelines.h"
#include "render/scene.h"
#include "shared.h"

namespace sinew {

class Device;
class FrameArena;
struct Layouts;

/// Ambient occlusion: how open the surfaces are to the environment, in a picture of half the target's width and height.
/// Each view uses its upper left corner. Shared by the frames in flight, which barriers serialize.
class Occlusion {
  public:
    static constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;  // every device can draw and sample these
    static constexpr VkFormat kOpennessFormat = VK_FORMAT_R16G16_SFLOAT;

    Occlusion(const Device& device, const Layouts& layouts);

    /// Half of a view's or the target's extent, rounded up.
    static constexpr VkExtent2D halfOf(VkExtent2D extent) { return {(extent.width + 1) / 2, (extent.height + 1) / 2}; }

    /// Creates the images anew, for a target of `extent`. No frame may be in flight.
    void resize(VkExtent2D extent);

    /// Frees the images until the next resize(). No frame may be in flight.
    void drop();

    VkExtent2D targetExtent() const { return targetExtent_; }  ///< 0 without images
    VkImageView view() const { return smooth_.view(); }
    VkSampler sampler() const { return sampler_; }

    /// What Drawing::occlusion and Drawing::occlusionBlur read, to bind as set 1.
    VkDescriptorSet depths() const { return depthsSet_; }
    VkDescriptorSet openness() const { return opennessSet_; }

    /// Draw, in this order and each between its begin and the next: the model with Drawing::depth, then
    /// Drawing::occlusion and Drawing::occlusionBlur. `area`: of the picture. The second and the third leave what is
    /// outside it undefined.
    void beginDepths(VkCommandBuffer commands, const VkRect2D& area) const;
    void beginOpenness(VkCommandBuffer commands, const VkRect2D& area) const;
    void beginBlur(VkCommandBuffer commands, const VkRect2D& area) const;
    void end(VkCommandBuffer commands) const;

  private:
    const Device* device_;
    VkExtent2D targetExtent_{};
    Image depths_, openness_, smooth_;
    SamplerHandle sampler_;
    DescriptorPoolHandle pool_;
    VkDescriptorSet depthsSet_, opennessSet_;
};

/// Where the ambient occlusion of a view is found.
struct AmbientOcclusion {
    uint32_t frameOffset = 0;  ///< FrameUniforms for Drawing::depth in the arena
    VkRect2D view{};           ///< the view in its picture
    VkRect2D model{};          ///< the part of it that the model may cover
};

/// Writes the uniforms of the ambient occlusion of the view in `area` into `frame`, whose camera is set. Empty if the
/// model is outside the view.
std::optional<AmbientOcclusion> planOcclusion(const Scene& scene, const VkRect2D& area, shared::FrameUniforms& frame,
                                              FrameArena& arena);

}  // namespace sinew
