#pragma once

#include <span>
#include <vector>

#include "gpu/buffer.h"
#include "render/scene.h"

namespace sinew {

class Device;
struct Frame;
struct Layouts;
struct Pipelines;

/// Lines over the picture, in memory of the frame that draws them.
class Overlay {
  public:
    Overlay(const Device& device, uint32_t framesInFlight) : device_(&device), buffers_(framesInFlight) {}

    /// Begins a frame of as many lines, in all that is recorded of it.
    void begin(const Frame& frame, size_t lineCount);

    /// Into a rendering that has begun, with the frame's set bound to layouts.line. `extent`: of the viewport.
    void record(const Frame& frame, std::span<const Line> lines, VkExtent2D extent, const Layouts& layouts,
                Pipelines& pipelines);

  private:
    const Device* device_;
    std::vector<Buffer> buffers_;  ///< one for each frame in flight, made larger when the lines no longer fit
    size_t usedBytes_ = 0;         ///< of the present frame's
};

}  // namespace sinew
