#include "app/picture/make_pose_pass.h"

#include <string>

#include "app/report/messages.h"
#include "app/stage/stage.h"
#include "gpu/frame_ring.h"

namespace sinew {

std::unique_ptr<PosePass> makePosePass(PoseOn poseOn, const Device& device, const ShaderLibrary& shaders, Stage& stage,
                                       const GpuModel& model, const Look& look, const FrameRing& frames) {
    if (poseOn == PoseOn::cpu) return nullptr;
    const PoseTables tables = makePoseTables(stage.model().hierarchy, stage.model().clips, paletteParts(model));
    const std::string whyNever = PosePass::whyNot(device, tables);
    std::string why = whyNever;
    if (const Crowd* crowd = stage.crowd(); crowd && why.empty()) why = crowd->whyOnCpu(look.skinning);
    if (!why.empty()) say("--pose-on gpu: {} is posed by the CPU: {}", stage.report().file, why);
    if (!whyNever.empty()) return nullptr;
    return std::make_unique<PosePass>(device, shaders, tables, frames.framesInFlight());
}

}  // namespace sinew
