#pragma once

#include <vector>

#include "retarget/leg_model.h"

namespace sinew {

// How a figure's feet keep to the ground: lengths are in heights of the figure.

/// Offsets at the times of the samples.
struct FootPlan {
    std::vector<glm::dvec3> root;               ///< of the whole figure
    std::vector<std::vector<glm::dvec3>> feet;  ///< by leg, on top of the root's
};

/// Keeps feet that are planted from slipping, and feet on the ground at their height. What the feet have in common
/// moves the root, which turns no bone; the rest is left to each leg, without what correction() leaves. A plant
/// is kept where that takes the least turns of bones, not where the source has it. Between plants the offsets return to
/// none.
///
/// These are the spacetime constraints of Gleicher, "Retargetting Motion to New Characters", SIGGRAPH 1998, with the
/// angles that limbs turn by as the objective, solved for the root as in Choi and Ko, "Online motion retargetting",
/// 2000 (weighted least squares), over the whole clip at once. Footplants as constraints: Kovar, Schreiner and
/// Gleicher, "Footskate Cleanup for Motion Capture Editing", 2002.
///
/// `legs`: by leg, all with the same number of samples. `isLoop`: the last sample is the first one again.
FootPlan planFeet(const std::vector<std::vector<LegSample>>& legs, double stepSeconds, bool isLoop);

/// Offsets where they are `held`, horizontally and vertically, and their fading in and out beside that.
struct HeldOffsets {
    std::vector<glm::dvec3> offsets;
    std::vector<bool> heldAcross, heldUp;
};
std::vector<glm::dvec3> faded(HeldOffsets held, double stepSeconds, bool isLoop);

}  // namespace sinew
