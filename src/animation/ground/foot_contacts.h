#pragma once

#include <cstdint>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"

namespace sinew {

// Foot contacts of a clip. For loading, not for a frame: samples the whole clip. `worldFromRoot` has Y up.

/// A foot that touches down once per cycle of a clip.
struct FootContact {
    uint32_t node = 0;
    double timeSeconds = 0.0;  ///< when it touches down, in [0, duration)
};

/// The feet of a gait in node order: each touches down once, and at least two of them alternate. None for clips that
/// are not gaits, such as standing, dancing or jumping.
std::vector<FootContact> footContacts(const NodeHierarchy& hierarchy, const AnimationClip& clip,
                                      const glm::mat4& worldFromRoot);

/// The ground speed (x, z in units per second) of a clip animated in place: feet on the ground move backward at that
/// speed. Zero when the feet do not move, when the clip moves the character itself, or when the feet disagree.
glm::vec2 groundVelocity(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot);

}  // namespace sinew
