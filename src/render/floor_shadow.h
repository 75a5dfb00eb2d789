#pragma once

#include <array>

#include "gpu/handle.h"
#include "gpu/image.h"

namespace sinew {

class Device;
struct Layouts;
struct Pipelines;

/// The soft shadow on the floor: the model laid flat along the key light into a small picture, then blurred both ways.
/// Shared by the frames in flight: each waits for the one before, which the GPU's queue does anyway.
class FloorShadow {
  public:
    FloorShadow(const Device& device, const Layouts& layouts, VkFormat depthFormat);

    VkImageView view() const { return images_[0].view(); }
    VkSampler sampler() const { return sampler_; }

    /// Between these two the model is drawn with Pipelines::floorShadow.
    void begin(VkCommandBuffer commands) const;
    void endAndBlur(VkCommandBuffer commands, const Layouts& layouts, Pipelines& pipelines) const;

    /// Instead of both, when nothing throws a shadow: the picture is empty.
    void clear(VkCommandBuffer commands) const;

  private:
    void blur(VkCommandBuffer commands, size_t from, size_t to, const Layouts& layouts, Pipelines& pipelines) const;

    std::array<Image, 2> images_;  ///< the finished shadow is in the first
    Image depth_;
    SamplerHandle sampler_;
    DescriptorPoolHandle pool_;
    std::array<VkDescriptorSet, 2> sets_{};
};

}  // namespace sinew
