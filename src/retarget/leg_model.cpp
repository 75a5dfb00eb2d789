#include "retarget/leg_model.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vec2.hpp>

namespace sinew {
namespace {

constexpr double kIgnored = 7e-4, kMostEased = 3.7e-3;  // of the height
constexpr double kLeastChange = 2e-3;                   // of a leg
constexpr double kStraightLeg = 0.015;  // of a leg: how far turning its bones by some degrees changes its length

/// The angles in radians by which a knee's bend turns both bones of a leg when the foot's distance to the hip changes.
glm::dvec2 bendFor(const LegSample& leg, double before, double after) {
    const double upper = glm::length(leg.knee - leg.hip), lower = glm::length(leg.foot - leg.knee);
    const auto angles = [&](double distance) {
        const double reached = std::clamp(distance, std::abs(upper - lower), upper + lower);
        const auto angle = [&](double side, double other) {
            return std::acos(
                std::clamp((side * side + reached * reached - other * other) / (2.0 * side * reached), -1.0, 1.0));
        };
        return glm::dvec2(angle(upper, lower), angle(lower, upper));
    };
    return angles(after) - angles(before);
}

/// An offset without `ignored` of it, across and up.
glm::dvec3 beyond(double ignored, const glm::dvec3& offset) {
    const auto ratio = [&](double length) { return length > ignored ? 1.0 - ignored / length : 0.0; };
    const double across = ratio(std::hypot(offset.x, offset.z));
    return {offset.x * across, offset.y * ratio(std::abs(offset.y)), offset.z * across};
}

/// An offset without `left` of it, of what changes the leg's length first, which bends the knee.
glm::dvec3 eased(const LegSample& leg, double left, const glm::dvec3& offset) {
    const glm::dvec3 reached = leg.foot - leg.hip, wanted = reached + offset;
    if (!(glm::length(wanted) > 0.0)) return offset;
    const double change = std::clamp(glm::length(wanted) - glm::length(reached), -left, left);
    const glm::dvec3 swung = offset - glm::normalize(wanted) * change;
    const double across = std::sqrt(left * left - change * change), length = glm::length(swung);
    return length > across ? swung * (1.0 - across / length) : glm::dvec3(0.0);
}

}  // namespace

double legTurn(const LegSample& leg, const glm::dvec3& offset) {
    const glm::dvec3 reached = leg.foot - leg.hip, wanted = reached + offset;
    const double upper = glm::length(leg.knee - leg.hip), lower = glm::length(leg.foot - leg.knee);
    const double before = glm::length(reached);
    if (!(std::min({upper, lower, before, glm::length(wanted)}) > 0.0)) return 0.0;
    const glm::dvec2 bend = bendFor(leg, before, glm::length(wanted));
    // The axis from hip to foot swings in the knee's plane, where it adds to the bend, and across it.
    const glm::dvec3 axis = reached / before;
    const glm::dvec3 side = leg.knee - leg.hip - axis * glm::dot(leg.knee - leg.hip, axis);
    const double length = glm::length(side);
    const glm::dvec3 swing = wanted / glm::length(wanted) - axis;
    const double inPlane = length > 1e-9 ? glm::dot(swing, side) / length : 0.0;
    const double across = std::sqrt(std::max(glm::dot(swing, swing) - inPlane * inPlane, 0.0));
    return std::max(std::hypot(bend.x + inPlane, across), std::hypot(bend.y - inPlane, across));
}

LegModel::LegModel(const LegSample& leg, const glm::dvec3& offset) {
    const glm::dvec3 reached = leg.foot - leg.hip, wanted = reached + offset;
    const double before = glm::length(reached), after = glm::length(wanted);
    const double whole = glm::length(leg.knee - leg.hip) + glm::length(leg.foot - leg.knee);
    if (!(std::min(before, after) > 1e-6)) return;
    // Across the leg it swings, along it the knee bends, by ever less per distance where the leg is straight.
    const double change = after - before, least = kLeastChange * whole;
    const double taken = std::abs(change) > least ? change : -least;
    const glm::dvec2 bend = bendFor(leg, before, before + taken);
    const double turn = std::max({std::abs(bend.x), std::abs(bend.y), std::abs(taken) / whole});
    const double perTurn = std::max(std::abs(taken) / turn, kStraightLeg * whole);
    const glm::dvec3 along = wanted / after;
    const glm::dmat3 lengthwise = glm::outerProduct(along, along);
    stiffness = lengthwise / (perTurn * perTurn) + (glm::dmat3(1.0) - lengthwise) / (before * before);
    center = along * (glm::dot(along, offset) - change);
}

glm::dvec3 correction(const LegSample& leg, const glm::dvec3& missing) {
    const glm::dvec3 offset = beyond(kIgnored, missing);
    const auto turnFor = [&](double left) { return legTurn(leg, eased(leg, left, offset)); };
    if (turnFor(0.0) <= kFarTurn) return offset;
    double least = 0.0, most = kMostEased;
    for (int round = 0; round < 8; ++round) {
        const double middle = 0.5 * (least + most);
        (turnFor(middle) > kFarTurn ? least : most) = middle;
    }
    return eased(leg, most, offset);
}

double costOf(const LegSample& leg, const glm::dvec3& correction) {
    const double whole = glm::length(leg.knee - leg.hip) + glm::length(leg.foot - leg.knee);
    const double beyondReach = std::max(glm::length(leg.foot + correction - leg.hip) - whole, 0.0);
    return legTurn(leg, correction) + kFarTurn * beyondReach / kMostEased;
}

}  // namespace sinew
