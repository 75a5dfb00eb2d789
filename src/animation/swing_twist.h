#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace sinew {

/// The identity.
inline constexpr glm::dquat kNoTurn(1.0, 0.0, 0.0, 0.0);

/// The least turn that takes the direction `from` to the direction `to`, of any length; one of no length, or not
/// finite, makes no turn. Opposite directions: half a turn about some axis at a right angle to them.
glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to);

/// The part of `rotation` that turns about `axis` (unit length): rotation = swing * twist, and the swing's own axis is
/// at right angles to `axis` (Dobrowolski, "Swing-twist decomposition in Clifford algebra", 2015). No turn where the
/// twist is not defined: after a swing by half a turn.
glm::dquat twistAbout(const glm::dquat& rotation, const glm::dvec3& axis);

/// A direction at a right angle to `direction`, both of unit length.
glm::dvec3 perpendicularTo(const glm::dvec3& direction);

}  // namespace sinew
