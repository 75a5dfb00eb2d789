#include "app/picture/shown_stage.h"

#include <string>

#include "app/picture/setup.h"
#include "app/report/messages.h"
#include "gpu/frame_ring.h"

namespace sinew {

ShownStage::ShownStage(Stage& stage, const Upload& upload, bool sources) : stage_(&stage), views_(stage) {
    const auto add = [&](const Stage& shown) {
        uploaded_.push_back(std::make_unique<const GpuModel>(upload.device, shown.model(), upload.materialSet,
                                                             upload.maxBones, upload.influences));
        models_.push_back(uploaded_.back().get());
        if (upload.warns) warnOfTextures(shown, upload.device);
    };
    add(stage);
    if (!sources) return;
    for (const std::unique_ptr<Stage>& source : stage.sources())
        add(*source);
}

void ShownStage::poseCrowd(PoseOn poseOn, const Device& device, const ShaderLibrary& shaders, const Look& look,
                           const FrameRing& frames) {
    if (poseOn == PoseOn::gpu) {
        const Model& posed = stage_->model();
        const PoseTables tables = makePoseTables(posed.hierarchy, posed.clips, paletteParts(model()));
        const std::string whyNever = PosePass::whyNot(device, tables);
        std::string why = whyNever;
        if (const Crowd* crowd = stage_->crowd(); crowd && why.empty()) why = crowd->whyOnCpu(look.skinning);
        if (!why.empty()) say("--pose-on gpu: {} is posed by the CPU: {}", stage_->report().file, why);
        if (whyNever.empty())
            posePass_ = std::make_unique<const PosePass>(device, shaders, tables, frames.framesInFlight());
    }
    stage_->poseCrowdBy(posePass_.get());
}

}  // namespace sinew
