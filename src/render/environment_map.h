#pragma once

#include <array>

#include <glm/vec3.hpp>

#include "gpu/handle.h"
#include "gpu/image.h"
#include "render/environment.h"

namespace sinew {

class Device;

/// An environment in GPU memory.
class EnvironmentMap {
  public:
    /// Uploads, and waits for it.
    EnvironmentMap(const Device& device, const Environment& environment);

    const Irradiance& irradiance() const { return irradiance_; }
    uint32_t levelCount() const { return image_.levelCount(); }
    VkImageView view() const { return image_.view(); }
    VkSampler sampler() const { return sampler_; }

  private:
    Irradiance irradiance_;
    Image image_;
    SamplerHandle sampler_;
};

}  // namespace sinew
