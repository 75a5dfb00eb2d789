#pragma once

#include "gpu/handle.h"
#include "gpu/image.h"

namespace sinew {

class Device;

/// The depth of the model as the key light sees it, by shadowFromWorld(), and as the floor sees it, by
/// contactFromWorld(). Shared by the frames in flight, which barriers serialize.
class ShadowMap {
  public:
    static constexpr VkFormat kFormat = VK_FORMAT_D16_UNORM;  // every device can draw and sample it

    explicit ShadowMap(const Device& device);

    VkImageView view() const { return depth_.view(); }
    VkSampler sampler() const { return sampler_; }

    /// Draw the casters with Drawing::shadow after each of the first two. Without casters, nothing has a shadow.
    void begin(VkCommandBuffer commands) const;
    void beginContact(VkCommandBuffer commands) const;
    void end(VkCommandBuffer commands) const;

  private:
    Image depth_;
    SamplerHandle sampler_;
};

}  // namespace sinew
