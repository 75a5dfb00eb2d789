#pragma once

#include <array>

#include "gpu/handle.h"
#include "gpu/image.h"

namespace sinew {

class Device;
struct Layouts;
struct Pipelines;

/// The soft shadow on the floor: the model projected along the key light into a small texture, then blurred in both
/// directions. Shared by the frames in flight, which barriers serialize.
class FloorShadow {
  public:
    FloorShadow(const Device& device, const Layouts& layouts, VkFormat depthFormat);

    VkImageView view() const { return images_[0].view(); }
    VkSampler sampler() const { return sampler_; }

    /// Draw the model with Drawing::floorShadow between the two.
    void begin(VkCommandBuffer commands) const;
    void endAndBlur(VkCommandBuffer commands, const Layouts& layouts, Pipelines& pipelines) const;

    /// Replaces both when nothing casts a shadow.
    void clear(VkCommandBuffer commands) const;

  private:
    void blur(VkCommandBuffer commands, size_t from, size_t to, const Layouts& layouts, Pipelines& pipelines) const;

    std::array<Image, 2> images_;  ///< the first holds the finished shadow
    Image depth_;
    SamplerHandle sampler_;
    DescriptorPoolHandle pool_;
    std::array<VkDescriptorSet, 2> sets_{};
};

}  // namespace sinew
