#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/stage/views.h"
#include "render/gpu_model.h"
#include "render/pose_pass.h"

namespace sinew {

class FrameRing;

/// How the models of a stage are uploaded.
struct Upload {
    const Device& device;
    VkDescriptorSetLayout materialSet = VK_NULL_HANDLE;  ///< Layouts::materialSet of the renderer
    uint32_t maxBones = 0, influences = 0;               ///< as for GpuModel
    bool warns = true;                                   ///< on stderr, of textures that the device cannot read
};

/// What draws a stage: its models on the GPU, its views, and the pass that poses its crowd.
class ShownStage {
  public:
    /// Uploads the stage's model, and with `sources` those of the figures that clips were retargeted from. The stage
    /// must outlive this.
    ShownStage(Stage& stage, const Upload& upload, bool sources);

    /// The stage's model first.
    std::span<const GpuModel* const> models() const { return models_; }
    const GpuModel& model() const { return *models_[0]; }
    StageViews& views() { return views_; }

    /// Has a compute pass pose the stage's crowd, if `poseOn` asks for it. Reports on stderr why the CPU poses it
    /// against the request. `frames`: those that are drawn.
    void poseCrowd(PoseOn poseOn, const Device& device, const ShaderLibrary& shaders, const Look& look,
                   const FrameRing& frames);

  private:
    Stage* stage_;
    std::vector<std::unique_ptr<const GpuModel>> uploaded_;
    std::vector<const GpuModel*> models_;  ///< the same
    std::unique_ptr<const PosePass> posePass_;
    StageViews views_;
};

}  // namespace sinew
