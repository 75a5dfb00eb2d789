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
class GpuModel;
struct Frame;
struct Layouts;
struct Pipelines;

/// Dear ImGui's vertex.
struct PanelVertex {
    std::array<float, 2> position;  ///< pixels, origin top left
    std::array<float, 2> uv;
    uint32_t color;  ///< RGBA bytes, sRGB
};

/// The ImTextureID of an image of the shown model; 0 is the font. `opaque`: drawn without its alpha.
constexpr uintptr_t panelTexture(size_t image, bool opaque) {
    return 2 * static_cast<uintptr_t>(image) + (opaque ? 1 : 0);
}

/// Draws Dear ImGui's draw lists over a finished picture.
class Panel {
  public:
    Panel(const Device& device, const Layouts& layouts, uint32_t framesInFlight);

    /// Takes the font of the current context, as the constructor does. No frame may be in flight.
    void takeFont();

    /// The images of this model may be drawn from now on. No frame may be in flight.
    void show(const GpuModel& model, const Layouts& layouts);

    /// `target` is a kColorAttachment with the picture and stays one.
    void record(const Frame& frame, const Target& target, const ImDrawData& lists, const Layouts& layouts,
                Pipelines& pipelines);

  private:
    struct Geometry {
        Buffer vertices, indices;
    };
    /// A descriptor set and PANEL_ bits.
    struct Picture {
        VkDescriptorSet set = VK_NULL_HANDLE;
        uint32_t flags = 0;
    };
    Picture pictureOf(uintptr_t texture) const;
    Geometry& fill(const Frame& frame, const ImDrawData& lists);

    const Device* device_;
    Image atlas_;
    SamplerHandle sampler_;
    DescriptorPoolHandle pool_, modelPool_;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    std::vector<Picture> images_;     ///< of the model
    std::vector<Geometry> geometry_;  ///< one for each frame in flight
};

}  // namespace sinew
