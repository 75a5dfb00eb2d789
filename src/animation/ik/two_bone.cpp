#include "animation/ik/two_bone.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

// Relative to the chain's length: shorter bones, distances and bends have no direction.
constexpr double kMinLength = 1e-5;

/// The three joints in world space.
struct Joints {
    glm::dvec3 upper, lower, end;
};

/// The distance to reach for a target at `distance`: eased near the full length.
double softened(double distance, double full, double softness) {
    const double zone = full * std::clamp(softness, 0.0, 0.999), start = full - zone;
    if (!(zone > 0.0) || distance <= start) return std::min(distance, full);
    return start + zone * (1.0 - std::exp((start - distance) / zone));
}

/// The component of `direction` perpendicular to `axis` (unit length), normalized; 0 if shorter than `atLeast`.
glm::dvec3 across(const glm::dvec3& direction, const glm::dvec3& axis, double atLeast) {
    const glm::dvec3 part = direction - axis * glm::dot(direction, axis);
    const double length = glm::length(part);
    return length > atLeast ? part / length : glm::dvec3(0.0);
}

/// The solved joint positions. `bend`: the current bend direction of the middle joint, of unit length or 0.
Joints solved(const Joints& now, const TwoBoneGoal& goal, const glm::dvec3& bend) {
    const double upper = glm::length(now.lower - now.upper), lower = glm::length(now.end - now.lower);
    const glm::dvec3 reached = now.end - now.upper, toTarget = glm::dvec3(goal.target) - now.upper;
    const double full = upper + lower, distance = glm::length(toTarget);
    // A target at the upper joint gives no direction: the chain folds along its current one.
    glm::dvec3 direction = distance > kMinLength * full ? toTarget / distance : reached;
    if (glm::length(direction) <= kMinLength * full) direction = now.lower - now.upper;
    direction = glm::normalize(direction);

    glm::dvec3 side = across(glm::dvec3(goal.pole), direction, kMinLength * glm::length(glm::dvec3(goal.pole)));
    if (side == glm::dvec3(0.0)) side = across(shortestRotation(reached, direction) * bend, direction, kMinLength);
    if (side == glm::dvec3(0.0)) side = perpendicularTo(direction);

    const double nearest = std::max(std::abs(upper - lower), kMinLength * full);
    const double span = std::max(softened(distance, full, goal.softness), nearest);
    const double cosine = (upper * upper + span * span - lower * lower) / (2.0 * upper * span);
    const double along = upper * std::clamp(cosine, -1.0, 1.0);
    const double height = std::sqrt(upper * upper - along * along);
    return {now.upper, now.upper + direction * along + side * height, now.upper + direction * span};
}

/// The rotation from `from` to `to` that also takes the plane with normal `normalFrom` to that with `normalTo`.
glm::dquat rotationWithPlane(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& normalFrom,
                             const glm::dvec3& normalTo) {
    const glm::dquat swing = shortestRotation(from, to);
    const glm::dvec3 axis = glm::normalize(to);
    const glm::dvec3 a = across(swing * normalFrom, axis, kMinLength), b = across(normalTo, axis, kMinLength);
    const double angle = std::atan2(glm::dot(glm::cross(a, b), axis), glm::dot(a, b));
    return glm::angleAxis(angle, axis) * swing;
}

/// Applies `weight` of `turn`, in the space of the node's parent, to the node's rotation.
void turnNode(Transform& node, const glm::dquat& turn, float weight) {
    const glm::dquat from(node.rotation);
    node.rotation = glm::quat(glm::normalize(glm::slerp(from, turn * from, static_cast<double>(weight))));
}

bool finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

void reach(const TwoBoneChain& chain, const TwoBoneGoal& goal, const NodeHierarchy& hierarchy,
           const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose) {
    assert(pose.size() == hierarchy.size() && worldFromNode.size() == hierarchy.size());
    const auto place = [&](uint32_t node) { return glm::dvec3(worldFromNode[node][3]); };
    const Joints now{place(chain.upper), place(chain.lower), place(chain.end)};
    const glm::dvec3 upper = now.lower - now.upper, lower = now.end - now.lower;
    const double full = glm::length(upper) + glm::length(lower);
    const bool sound = finite(upper) && finite(lower) && finite(glm::dvec3(goal.target)) &&
                       std::isfinite(goal.softness) && goal.weight > 0.0f;
    if (!sound || !(std::min(glm::length(upper), glm::length(lower)) > kMinLength * full)) return;

    const glm::dvec3 reached = now.end - now.upper;
    const double reachedLength = glm::length(reached);
    const glm::dvec3 bend =
        reachedLength > kMinLength * full ? across(upper, reached / reachedLength, kMinLength * full) : glm::dvec3(0.0);
    const Joints then = solved(now, goal, bend);
    const glm::dvec3 upperThen = then.lower - then.upper, lowerThen = then.end - then.lower;

    // The hinge axis stays fixed in both bones. A chain that is straight before or after has none: its bones take the
    // short arc.
    const glm::dvec3 hingeNow = glm::cross(reached, bend),
                     hingeThen = glm::cross(then.end - then.upper, then.lower - then.upper);
    const bool hinged = glm::length(hingeNow) > kMinLength * full && glm::length(hingeThen) > kMinLength * full * full;
    const glm::dvec3 axisNow = hinged ? glm::normalize(hingeNow) : glm::dvec3(0.0);
    const glm::dvec3 axisThen = hinged ? glm::normalize(hingeThen) : glm::dvec3(0.0);
    const glm::dquat upperTurn = rotationWithPlane(upper, upperThen, axisNow, axisThen);
    const glm::dquat lowerTurn = hinged ? rotationWithPlane(lower, lowerThen, axisNow, axisThen)
                                        : shortestRotation(upperTurn * lower, lowerThen) * upperTurn;

    // Applies a world rotation to a node whose parent has already been rotated.
    const auto turn = [&](uint32_t node, const glm::dquat& worldTurn, const glm::dquat& parentTurn) {
        const int32_t parent = hierarchy.parents[node];
        const glm::mat4& worldFromParent = parent == kNoParent ? worldFromRoot : worldFromNode[parent];
        const glm::dquat own = localRotation(worldFromParent, glm::conjugate(parentTurn) * worldTurn);
        turnNode(pose[node], own, std::min(goal.weight, 1.0f));
    };
    constexpr glm::dquat none(1.0, 0.0, 0.0, 0.0);
    turn(chain.upper, upperTurn, none);
    turn(chain.lower, lowerTurn, upperTurn);
    if (goal.keepsEndRotation) turn(chain.end, none, lowerTurn);
}

glm::vec3 overGround(const glm::mat4& worldFromEnd, float height, const glm::vec3& up) {
    return glm::vec3(worldFromEnd[3]) + up * height;
}

}  // namespace sinew
