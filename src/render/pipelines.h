#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>

#include "gpu/handle.h"
#include "render/scene.h"
#include "render/target.h"
#include "shared.h"

namespace sinew {

class Device;
class ShaderLibrary;
struct Layouts;

/// What a pipeline draws. Those up to maskedDepth skin.
enum class Drawing {
    opaque,
    masked,  ///< alpha becomes coverage
    blended,
    flat,        ///< opaque, in Lighting::flat
    flatMasked,  ///< with alpha test
    flatBlended,
    wireframe,
    edges,         ///< triangle edges over their surfaces
    viewed,        ///< surfaces in every View except View::shaded
    ghost,         ///< drawn twice, first with alpha 0 for the depth
    shadow,        ///< depth as the key light sees it
    maskedShadow,  ///< the same with alpha test
    depth,         ///< as the eye sees it, for the ambient occlusion
    maskedDepth,   ///< the same with alpha test
    occlusion,     ///< ambient, from the depth
    occlusionBlur,
    floor,          ///< and the background
    litBackground,  ///< the same, with the environment as background
    line,
    panel,  ///< one sample, over the finished picture
};

/// The bits of CONSTANT_LAYERS with which materials need pipelines of their own for this.
constexpr uint32_t layersRead(Drawing drawing) {
    if (drawing == Drawing::viewed) return NORMAL_WITHOUT_Z;
    const bool isLit = drawing == Drawing::opaque || drawing == Drawing::masked || drawing == Drawing::blended;
    return isLit ? ~0u : 0u;
}

/// The renderer's pipelines, each created on first use: a picture needs a quarter of them, and creating all would take
/// a third of the start-up time.
class Pipelines {
  public:
    /// Keeps references to all arguments except `format`.
    Pipelines(const Device& device, const ShaderLibrary& shaders, const Layouts& layouts, const PictureFormat& format);

    /// `skinning` matters only for drawings that skin, `layers` (bits of GpuModel::Surface) only those of layersRead().
    /// Null for `wireframe` and `edges` on a device without the feature.
    /// `instanced`: of drawings that skin, one that reads a palette for each instance of a crowd.
    VkPipeline of(Drawing drawing, Skinning skinning = Skinning::linear, uint32_t layers = 0, bool instanced = false);

    /// Arguments of of().
    struct Key {
        Drawing drawing{};
        Skinning skinning = Skinning::linear;
        uint32_t layers = 0;
        bool instanced = false;

        auto operator<=>(const Key&) const = default;
    };

    /// Creates several side by side, ahead of their use.
    void prepare(std::span<const Key> keys);

    /// Recreates the existing pipelines from the current shaders. No frame may be in flight. If one fails, all stay as
    /// they were.
    void recreate();

  private:
    /// Without what makes no difference to the drawing.
    static Key needed(const Key& key);

    GraphicsPipelineHandle make(const Key& key) const;

    const Device* device_;
    const ShaderLibrary* shaders_;
    const Layouts* layouts_;
    PictureFormat format_;
    std::map<Key, GraphicsPipelineHandle> handles_;
};

}  // namespace sinew
