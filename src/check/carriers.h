#pragma once

#include <string>

#include <glm/vec3.hpp>

#include "check/checked_model.h"

namespace sinew {

// Which node gives a whole figure its size, its direction or its place at rest: one above all its bones, or the lowest
// of these. Texts to append to a finding; empty if no node does.

/// The node that makes a figure larger or smaller, by 5 times or more: ": node 'Armature' scales it by 100".
std::string scalingNodeText(const CheckedModel& checked, bool isLarger);

/// The node without whose rotation the figure would stand, where it now extends in a direction of the world, Y up:
/// ": node 'Armature' turns it by 90 degrees".
std::string turningNodeText(const CheckedModel& checked, const glm::vec3& direction);

/// The node that moves it at least half of that way in the world, Y up: ": node 'Armature' moves it by 3 m".
std::string movingNodeText(const CheckedModel& checked, const glm::vec3& way);

}  // namespace sinew
