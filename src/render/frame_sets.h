#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/handle.h"

namespace sinew {

class Backdrop;
class Device;
class EnvironmentMap;
class FrameRing;
class GpuModel;
class Occlusion;
class ShadowMap;
struct Layouts;

/// What surfaces that transmit light show behind them.
enum class Behind {
    surfaces,  ///< opaque ones, and the back sides of those that transmit light
    opaque,
    nothing,  ///< they are not drawn
};

/// The images that a picture reads, apart from those of materials. A backdrop and the occlusion may have no image.
struct FrameImages {
    const ShadowMap& shadow;
    const EnvironmentMap& environment;
    const Backdrop& backdrop;
    const Backdrop& opaqueBackdrop;
    const Occlusion& occlusion;
};

/// The descriptor sets of frames (BINDING_ in shaders/shared.h): one for each model, Behind and frame in flight. No
/// frame may be in flight when they are written.
class FrameSets {
  public:
    /// The arguments must outlive this.
    FrameSets(const Device& device, const Layouts& layouts, FrameRing& frames, const FrameImages& images);

    /// Makes sets for these models (null: none) whose descriptors are not written yet.
    void make(std::span<const GpuModel* const> models);

    /// Writes all descriptors, with the current arenas of the frames.
    void write();

    /// Writes those of the environment, the backdrops and the occlusion, after one of them has another image.
    void writeImages();

    VkDescriptorSet of(const GpuModel* model, Behind behind, uint32_t frame) const;

  private:
    static constexpr uint32_t kSetsPerFrame = 3;  ///< one for each Behind

    const Device& device_;
    const Layouts& layouts_;
    FrameRing& frames_;
    FrameImages images_;
    DescriptorPoolHandle pool_;
    std::vector<const GpuModel*> models_;
    std::vector<VkDescriptorSet> sets_;  ///< the frames of a Behind side by side, then those of a model
};

}  // namespace sinew
