#pragma once

#include <vector>

#include <glm/vec2.hpp>

#include "animation/ground/root_motion.h"
#include "app/crowd/crowd_settings.h"

namespace sinew {

/// Where a character of a crowd starts.
struct StartPlace {
    glm::vec2 position{0.0f};  ///< x, z
    float heading = 0.0f;      ///< radians about Y; 0: toward +Z
};

/// A place after a displacement relative to it.
StartPlace displaced(StartPlace place, const Displacement& way);

/// The places of a formation around the origin, front rows first. `spacing`: distance between neighbors, in world
/// units; characters of a scattered crowd are at least half of it apart.
std::vector<StartPlace> startPlaces(const CrowdSettings& settings, float spacing);

/// Half the size of the rectangle that the places of a formation lie in.
glm::vec2 formationReach(const std::vector<StartPlace>& places);

}  // namespace sinew
