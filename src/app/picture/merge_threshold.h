#pragma once

#include <cstdint>

#include <volk.h>

namespace sinew {

class Device;
class FrameRing;
class GpuModel;
class Renderer;
class Stage;
struct Look;

/// A threshold for crowds that are always drawn one by one.
inline constexpr uint32_t kNeverMerge = ~0u;

/// From how many characters on a crowd is usually drawn faster merged on such a device, without measuring: CPUs spend
/// more on reading palettes from a storage buffer than on many draw calls.
uint32_t usualMergeThreshold(const Device& device);

/// From how many characters on the stage's crowd is drawn faster merged than one by one (Instances::merged), measured
/// with small pictures of `format`, that of the renderer. Both ways draw the same picture. kNeverMerge if
/// that is slower for all that were tried. Waits for the frames in flight; takes a few frames' time.
uint32_t measureMergeThreshold(const Device& device, FrameRing& frames, Renderer& renderer, VkFormat format,
                               Stage& stage, const GpuModel& model, const Look& look);

}  // namespace sinew
