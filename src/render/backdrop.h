#pragma once

#include "gpu/handle.h"
#include "gpu/image.h"
#include "render/pipelines.h"

namespace sinew {

class Device;

/// What surfaces that transmit light show behind them: the radiance of the background and of the surfaces drawn into
/// it, with mip levels for rough surfaces. Shared by the frames in flight, which barriers serialize.
class Backdrop {
  public:
    /// `target`: of the pictures in which the surfaces are seen.
    Backdrop(const Device& device, const PictureFormat& target);

    /// For the pipelines that draw into it.
    const PictureFormat& format() const { return format_; }

    /// Creates the images anew. No frame may be in flight.
    void resize(VkExtent2D extent);

    /// Frees the images until the next resize(). No frame may be in flight.
    void drop() { color_ = Image(), depth_ = Image(); }

    VkExtent2D extent() const { return color_.extent(); }  ///< 0 without images
    VkImageView view() const { return color_.view(); }
    VkSampler sampler() const { return sampler_; }

    /// Draw into `area` with pipelines of format() between the two.
    void begin(VkCommandBuffer commands, const VkRect2D& area) const;
    void end(VkCommandBuffer commands) const;

  private:
    const Device* device_;
    PictureFormat format_;
    Image color_, depth_;
    SamplerHandle sampler_;
};

}  // namespace sinew
