#pragma once

#include <memory>

#include "app/crowd/crowd_settings.h"
#include "render/pose_pass.h"

namespace sinew {

class FrameRing;
class Stage;
struct Look;

/// The pass that poses the stage's crowd on the device, for Stage::poseCrowdBy(). Null if that is not asked for, or if
/// it does not take the model. Reports on stderr why the CPU poses the crowd against the request. `model`: the stage's;
/// `frames`: those that are drawn.
std::unique_ptr<PosePass> makePosePass(PoseOn poseOn, const Device& device, const ShaderLibrary& shaders, Stage& stage,
                                       const GpuModel& model, const Look& look, const FrameRing& frames);

}  // namespace sinew
