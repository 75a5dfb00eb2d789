#pragma once

#include <vector>

#include "model/finding.h"
#include "model/model.h"

namespace sinew {

/// Judges how a character stands on the ground (Y up, the lowest point that a clip reaches): "foot-slide", where a foot
/// moves though it stands, compared with the speed at which the clip carries its character (animation/ground_speed.h),
/// and "root-drift", where a clip ends elsewhere than it begins. Feet are the bones that touch the ground and leave it
/// again in some clip.
std::vector<Finding> checkGround(const Model& model);

}  // namespace sinew
