#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

/// A foot that is lifted and put down once in a round of a clip.
struct FootContact {
    uint32_t node = 0;
    double timeSeconds = 0.0;  ///< when it touches down, in [0, duration)
};

/// The feet of a gait, in the order of their nodes: each touches down once, and two of them at least well apart. None
/// for a clip that is no gait: that stands, dances or jumps. `worldFromRoot` has Y up. For loading, not for a frame.
std::vector<FootContact> footContacts(const NodeHierarchy& hierarchy, const AnimationClip& clip,
                                      const glm::mat4& worldFromRoot);

/// A clip of a gait, and where in it one is.
struct GaitTime {
    const std::vector<FootContact>& contacts;
    double durationSeconds = 0.0;
    double timeSeconds = 0.0;
};

/// Where in the gait `to` (whose own time does not count) it is in step with `from`: a foot that both have is as far
/// from touching down, in shares of a round. None where they have no foot in common.
std::optional<double> timeInStep(const GaitTime& from, const GaitTime& to);

}  // namespace sinew
