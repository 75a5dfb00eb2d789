#pragma once

#include <array>

#include <glm/vec3.hpp>

#include "gpu/handle.h"
#include "gpu/image.h"

namespace sinew {

class Device;
struct Environment;

/// An environment in GPU memory.
class EnvironmentMap {
  public:
    /// Uploads, and waits for it.
    EnvironmentMap(const Device& device, const Environment& environment);

    const std::array<glm::vec3, 9>& irradiance() const { return irradiance_; }  ///< as Environment::irradiance
    uint32_t levelCount() const { return image_.levelCount(); }
    VkImageView view() const { return image_.view(); }
    VkSampler sampler() const { return sampler_; }

  private:
    std::array<glm::vec3, 9> irradiance_;
    Image image_;
    SamplerHandle sampler_;
};

}  // namespace sinew
