#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/handle.h"
#include "gpu/image.h"
#include "render/target.h"

struct ImDrawData;

namespace sinew {

class Device;
struct Frame;
struct Layouts;
struct Pipelines;

/// Dear ImGui's vertex.
struct PanelVertex {
    std::array<float, 2> position;  ///< pixels, origin top left
    std::array<float, 2> uv;
    uint32_t color;  ///< RGBA bytes, sRGB
};

/// Draws Dear ImGui's draw lists over a finished picture. The constructor takes the font of the current context.
class Panel {
  public:
    Panel(const Device& device, const Layouts& layouts, uint32_t framesInFlight);

    /// `target` is a kColorAttachment with the picture and stays one.
    void record(const Frame& frame, const Target& target, const ImDrawData& lists, const Layouts& layouts,
                Pipelines& pipelines);

  private:
    struct Geometry {
        Buffer vertices, indices;
    };
    Geometry& fill(const Frame& frame, const ImDrawData& lists);

    const Device* device_;
    Image atlas_;
    SamplerHandle sampler_;
    DescriptorPoolHandle pool_;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    std::vector<Geometry> geometry_;  ///< one for each frame in flight
};

}  // namespace sinew
