#include "animation/swing_twist.h"

#include <cmath>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

// Below this rounding decides: directions of this length, half a turn but for this cosine.
constexpr double kUndefined = 1e-12;

}  // namespace

glm::dvec3 perpendicularTo(const glm::dvec3& direction) {
    const glm::dvec3 other = std::abs(direction.x) < 0.8 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    return glm::normalize(glm::cross(direction, other));
}

glm::dquat shortestTurn(const glm::dvec3& from, const glm::dvec3& to) {
    const double length = glm::length(from) * glm::length(to);
    if (!(length > kUndefined)) return kNoTurn;
    const double cosine = glm::dot(from, to) / length;
    if (cosine < -1.0 + kUndefined) return glm::dquat(0.0, perpendicularTo(glm::normalize(from)));
    // The half-way quaternion: no angle is computed and taken apart again.
    return glm::normalize(glm::dquat(1.0 + cosine, glm::cross(from, to) / length));
}

glm::dquat twistAbout(const glm::dquat& rotation, const glm::dvec3& axis) {
    const double along = glm::dot(glm::dvec3(rotation.x, rotation.y, rotation.z), axis);
    const double length = std::hypot(rotation.w, along);
    if (!(length > kUndefined)) return kNoTurn;
    return glm::dquat(rotation.w / length, axis * (along / length));
}

}  // namespace sinew
