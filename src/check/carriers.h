#pragma once

#include <glm/vec3.hpp>

#include "check/checked_model.h"
#include "check/found.h"

namespace sinew {

// Which node gives a whole figure its size, its direction or its place at rest: one above all its bones, or the lowest
// of these. Each function names that node in the finding, if there is one.

/// The node that makes a figure larger or smaller, by 5 times or more: ": node 'Armature' scales it by 100".
Found withScalingNode(const CheckedModel& checked, bool isLarger, Found found);

/// The node without whose rotation the figure would stand, where it now extends in a direction of the world, Y up:
/// ": node 'Armature' turns it by 90 degrees".
Found withTurningNode(const CheckedModel& checked, const glm::vec3& direction, Found found);

/// The node that moves it at least half of that way in the world, Y up: ": node 'Armature' moves it by 3 m".
Found withMovingNode(const CheckedModel& checked, const glm::vec3& way, Found found);

}  // namespace sinew
