#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/frame_ring.h"
#include "gpu/image.h"
#include "render/floor_shadow.h"
#include "render/gpu_model.h"
#include "render/layouts.h"
#include "render/overlay.h"
#include "render/pipelines.h"
#include "render/rendering.h"
#include "render/scene.h"
#include "render/target.h"

namespace sinew {

class Device;
class ShaderLibrary;

/// Draws a scene into a target. It never asks where the target came from, what time it is, or whether there is a
/// window.
class Renderer {
  public:
    /// `format.color` is that of every target; `format.samples` and `format.depth` those of Device. `shaders` has to
    /// stay.
    Renderer(const Device& device, const ShaderLibrary& shaders, const PictureFormat& format, FrameRing& frames);

    /// Makes room in the frames' uniform memory for a model (none: an empty stage). Waits for the frames in flight.
    void prepare(const GpuModel* model);

    /// Makes what pipelines this look surely needs now, and not when it is first drawn.
    void makePipelines(const Look& look);

    /// Makes the pipelines anew from what the shader library holds now. Waits for the frames in flight.
    void reloadShaders();

    /// Records the whole picture between the frame's timestamps 0 and 1: the scenes side by side (sideArea()). The
    /// target is left as a colour attachment. `Scene::model` is the one that was prepared. `coveredWidth`: pixels at
    /// the right edge that the sides leave out, because something will lie there.
    void record(Frame& frame, const Target& target, std::span<const Scene> sides, uint32_t coveredWidth = 0);
    void record(Frame& frame, const Target& target, const Scene& scene) { record(frame, target, std::span(&scene, 1)); }

    /// Lets go of the memory that is drawn into besides targets, until something is drawn again. No frame may be in
    /// flight.
    void dropAttachments();

    const Layouts& layouts() const { return layouts_; }
    Pipelines& pipelines() { return pipelines_; }

  private:
    /// What a draw needs to know about the frame: where its palette lies and which way its triangles turn.
    struct PlacedDraw {
        uint32_t paletteOffset = 0;
        shared::DrawConstants constants{};
        bool canCull = false;  ///< all bones mirror, or none
        VkFrontFace frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    };
    /// What the uniform memory has room for.
    struct Room {
        size_t sides = 0, poses = 0;  ///< poses: of all sides and their ghosts
    };
    void makeRoom(const Room& room);
    void placePoses(Frame& frame, const Scene& scene);
    void placePalettes(Frame& frame, const Scene& scene, std::span<const glm::mat4> worldFromNode);
    void placeMorphs(const Frame& frame, const Scene& scene, std::span<const float> weights);
    void recordSide(Frame& frame, const Target& target, const Scene& scene, const VkRect2D& area);
    void recordCover(const Frame& frame, const Target& target, uint32_t width) const;
    Rendering renderingOf(const Target& target, const VkRect2D& area) const;
    void fitAttachments(VkExtent2D extent);
    void recordShadow(const Frame& frame, const Scene& scene);
    enum class Drawn { surface, wireframe, edges };
    void recordModel(const Frame& frame, const Scene& scene, bool blended, Drawn drawn);
    void recordGhosts(const Frame& frame, const Scene& scene, const VkRect2D& area);
    void recordGhost(const Frame& frame, const Scene& scene, size_t ghost, const glm::vec4& color);
    void recordSeam(const Frame& frame, const VkRect2D& area) const;
    void drawSurface(const Frame& frame, const GpuModel::Draw& draw, const PlacedDraw& placed,
                     const GpuModel::Surface& surface, bool culls, const shared::MaterialConstants& constants) const;
    void bindFrame(const Frame& frame, VkPipelineLayout layout, uint32_t paletteOffset) const;
    void drawPart(const Frame& frame, VkPipelineLayout layout, const GpuModel::Draw& draw,
                  const PlacedDraw& placed) const;
    void bindGeometry(const Frame& frame, const GpuModel& model) const;

    const Device* device_;
    FrameRing* frames_;
    PictureFormat format_;
    Layouts layouts_;
    Pipelines pipelines_;
    FloorShadow shadow_;
    Overlay overlay_;
    DescriptorPoolHandle pool_;
    std::vector<VkDescriptorSet> frameSets_;  ///< one for each frame in flight
    std::vector<Buffer> morphWeights_;        ///< the same
    Image color_;                             ///< with several samples; unused with one
    Image depth_;
    const GpuModel* model_ = nullptr;
    Room room_;
    std::vector<PlacedDraw> draws_;  ///< of the side being recorded: the model's, then each ghost's
    size_t placedPoses_ = 0;         ///< of the frame being recorded
    uint32_t frameOffset_ = 0;       ///< of the side's frame uniforms in its arena
};

}  // namespace sinew
