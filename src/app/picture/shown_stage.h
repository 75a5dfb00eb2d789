#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/options/settings.h"
#include "app/stage/views.h"
#include "render/gpu_model.h"
#include "render/pose_pass.h"

namespace sinew {

/// How the models of a stage are uploaded.
struct Upload {
    const Device& device;
    const ShaderLibrary& shaders;
    const DeviceSettings& settings;
    VkDescriptorSetLayout materialSet = VK_NULL_HANDLE;  ///< Layouts::materialSet of the renderer
    uint32_t maxBones = 0, influences = 0;               ///< as for GpuModel
    Skinning skinning = Skinning::linear;                ///< of the first frame
    bool warns = true;                                   ///< on stderr, of textures that the device cannot read
};

/// What draws a stage: its models on the GPU, its views, and the pass that poses its crowd.
class ShownStage {
  public:
    /// Uploads the stage's model, and with `sources` those of the figures that clips were retargeted from. The stage
    /// must outlive this. Reports on stderr why the CPU poses a crowd against the settings.
    ShownStage(Stage& stage, const Upload& upload, bool sources);

    /// The stage's model first.
    std::span<const GpuModel* const> models() const { return models_; }
    const GpuModel& model() const { return *models_[0]; }
    const PosePass* posePass() const { return posePass_.get(); }  ///< null: the CPU poses
    StageViews& views() { return views_; }

  private:
    void makePosePass(Stage& stage, const Upload& upload);

    std::vector<std::unique_ptr<const GpuModel>> uploaded_;
    std::vector<const GpuModel*> models_;  ///< the same
    std::unique_ptr<const PosePass> posePass_;
    StageViews views_;
};

}  // namespace sinew
