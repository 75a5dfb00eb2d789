#pragma once

#include <vector>

#include "retarget/leg_model.h"

namespace sinew {

/// How the whole figure is moved, and what that leaves of what is asked of the feet: lengths in heights of the figure.
struct RootPlan {
    std::vector<glm::dvec3> root;                  ///< by sample
    std::vector<std::vector<glm::dvec3>> missing;  ///< by leg and sample
};

/// Moves the figure so that the legs turn least for planted feet to stay in one place each, wherever that is, and for
/// feet on the ground to keep their height; of all times, the largest turn counts. By least squares over the whole
/// clip, weighted again and again with the turns that are left (Lawson's algorithm), and linearized anew for each leg.
///
/// `legs`: by leg, all with the same number of samples, at least one. `isLoop`: the last sample is the first one again.
RootPlan planRoot(const std::vector<std::vector<LegSample>>& legs, double stepSeconds, bool isLoop);

}  // namespace sinew
