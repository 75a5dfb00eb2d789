#include "app/picture/shown_stage.h"

#include <string>

#include "app/picture/setup.h"
#include "app/report/messages.h"

namespace sinew {

ShownStage::ShownStage(Stage& stage, const Upload& upload, bool sources) : views_(stage) {
    const auto add = [&](const Stage& shown) {
        uploaded_.push_back(std::make_unique<const GpuModel>(upload.device, shown.model(), upload.materialSet,
                                                             upload.maxBones, upload.influences));
        models_.push_back(uploaded_.back().get());
        if (upload.warns) warnOfTextures(shown, upload.device);
    };
    add(stage);
    if (upload.settings.poseOn == PoseOn::gpu) makePosePass(stage, upload);
    if (!sources) return;
    for (const std::unique_ptr<Stage>& source : stage.sources())
        add(*source);
}

void ShownStage::makePosePass(Stage& stage, const Upload& upload) {
    const Model& posed = stage.model();
    const PoseTables tables = makePoseTables(posed.hierarchy, posed.clips, paletteParts(model()));
    const std::string whyNever = PosePass::whyNot(upload.device, tables);
    std::string why = whyNever;
    if (const Crowd* crowd = stage.crowd(); crowd && why.empty()) why = crowd->whyOnCpu(upload.skinning);
    if (!why.empty()) say("--pose-on gpu: {} is posed by the CPU: {}", stage.report().file, why);
    if (whyNever.empty())
        posePass_ =
            std::make_unique<const PosePass>(upload.device, upload.shaders, tables, upload.settings.framesInFlight);
}

}  // namespace sinew
