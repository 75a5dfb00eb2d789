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

/// The number of characters from which merged draws are usually faster on such a device, without measuring: CPUs spend
/// more on reading palettes from a storage buffer than on many draw calls.
uint32_t usualMergeThreshold(const Device& device);

/// The number of characters from which the stage's crowd is drawn faster merged than one by one (Instances::merged),
/// measured with small pictures of `format`, that of the renderer. Both ways draw the same picture. If merged draws are
/// slower for all numbers that were tried: kNeverMerge for a large crowd, usualMergeThreshold() for a small one. Waits
/// for the frames in flight; takes a few frames' time.
uint32_t measureMergeThreshold(const Device& device, FrameRing& frames, Renderer& renderer, VkFormat format,
                               Stage& stage, const GpuModel& model, const Look& look);

}  // namespace sinew
