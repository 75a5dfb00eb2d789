#include "animation/two_bone_ik.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>

#include "animation/swing_twist.h"
#include "animation/world_turn.h"

namespace sinew {
namespace {

// Shares of the chain's length: a bone, a distance or a bend this short has no direction.
constexpr double kNoLength = 1e-5;

/// The three joints in world space.
struct Joints {
    glm::dvec3 upper, lower, end;
};

/// How far the end may go for a target at `distance`: less than that near the full stretch.
double softened(double distance, double full, double softness) {
    const double zone = full * std::clamp(softness, 0.0, 0.999), start = full - zone;
    if (!(zone > 0.0) || distance <= start) return std::min(distance, full);
    return start + zone * (1.0 - std::exp((start - distance) / zone));
}

/// Of `direction` what is at right angles to `axis` (unit length), in unit length; 0 where that is nothing.
glm::dvec3 across(const glm::dvec3& direction, const glm::dvec3& axis, double atLeast) {
    const glm::dvec3 part = direction - axis * glm::dot(direction, axis);
    const double length = glm::length(part);
    return length > atLeast ? part / length : glm::dvec3(0.0);
}

/// Where the joints go. `bend` is in unit length the side to which the middle one bends now, or 0.
Joints solved(const Joints& now, const TwoBoneGoal& goal, const glm::dvec3& bend) {
    const double upper = glm::length(now.lower - now.upper), lower = glm::length(now.end - now.lower);
    const glm::dvec3 reached = now.end - now.upper, way = glm::dvec3(goal.target) - now.upper;
    const double full = upper + lower, distance = glm::length(way);
    // A target in the upper joint itself gives no direction: the chain folds along the one it has.
    glm::dvec3 direction = distance > kNoLength * full ? way / distance : reached;
    if (glm::length(direction) <= kNoLength * full) direction = now.lower - now.upper;
    direction = glm::normalize(direction);

    glm::dvec3 side = across(glm::dvec3(goal.pole), direction, kNoLength * glm::length(glm::dvec3(goal.pole)));
    if (side == glm::dvec3(0.0)) side = across(shortestTurn(reached, direction) * bend, direction, kNoLength);
    if (side == glm::dvec3(0.0)) side = perpendicularTo(direction);

    const double nearest = std::max(std::abs(upper - lower), kNoLength * full);
    const double span = std::max(softened(distance, full, goal.softness), nearest);
    const double cosine = (upper * upper + span * span - lower * lower) / (2.0 * upper * span);
    const double along = upper * std::clamp(cosine, -1.0, 1.0);
    const double height = std::sqrt(upper * upper - along * along);
    return {now.upper, now.upper + direction * along + side * height, now.upper + direction * span};
}

/// The turn that takes `from` to `to` and, about that, the plane with the normal `normalFrom` to the one with
/// `normalTo`.
glm::dquat turnWithPlane(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& normalFrom,
                         const glm::dvec3& normalTo) {
    const glm::dquat swing = shortestTurn(from, to);
    const glm::dvec3 axis = glm::normalize(to);
    const glm::dvec3 a = across(swing * normalFrom, axis, kNoLength), b = across(normalTo, axis, kNoLength);
    const double angle = std::atan2(glm::dot(glm::cross(a, b), axis), glm::dot(a, b));
    return glm::angleAxis(angle, axis) * swing;
}

/// `turn`, in the space of the node's parent, put before the node's rotation as far as `weight` says.
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
    if (!sound || !(std::min(glm::length(upper), glm::length(lower)) > kNoLength * full)) return;

    const glm::dvec3 reached = now.end - now.upper;
    const double reachedLength = glm::length(reached);
    const glm::dvec3 bend =
        reachedLength > kNoLength * full ? across(upper, reached / reachedLength, kNoLength * full) : glm::dvec3(0.0);
    const Joints then = solved(now, goal, bend);
    const glm::dvec3 upperThen = then.lower - then.upper, lowerThen = then.end - then.lower;

    // The hinge keeps its axis in both bones; a chain that is straight before or after has none, and turns the short
    // way.
    const glm::dvec3 hingeNow = glm::cross(reached, bend),
                     hingeThen = glm::cross(then.end - then.upper, then.lower - then.upper);
    const bool hinged = glm::length(hingeNow) > kNoLength * full && glm::length(hingeThen) > kNoLength * full * full;
    const glm::dvec3 axisNow = hinged ? glm::normalize(hingeNow) : glm::dvec3(0.0);
    const glm::dvec3 axisThen = hinged ? glm::normalize(hingeThen) : glm::dvec3(0.0);
    const glm::dquat upperTurn = turnWithPlane(upper, upperThen, axisNow, axisThen);
    const glm::dquat lowerTurn = hinged ? turnWithPlane(lower, lowerThen, axisNow, axisThen)
                                        : shortestTurn(upperTurn * lower, lowerThen) * upperTurn;

    // What a node has to turn by itself, when its parent has already turned.
    const auto turn = [&](uint32_t node, const glm::dquat& worldTurn, const glm::dquat& parentTurn) {
        const int32_t parent = hierarchy.parents[node];
        const glm::mat4& worldFromParent = parent == kNoParent ? worldFromRoot : worldFromNode[parent];
        const glm::dquat own = turnSeenFrom(worldFromParent, glm::conjugate(parentTurn) * worldTurn);
        turnNode(pose[node], own, std::min(goal.weight, 1.0f));
    };
    constexpr glm::dquat none(1.0, 0.0, 0.0, 0.0);
    turn(chain.upper, upperTurn, none);
    turn(chain.lower, lowerTurn, upperTurn);
    if (goal.keepsEndTurn) turn(chain.end, none, lowerTurn);
}

glm::vec3 overGround(const glm::mat4& worldFromEnd, float heightOverFlat, const glm::vec3& up) {
    return glm::vec3(worldFromEnd[3]) + up * heightOverFlat;
}

}  // namespace sinew
