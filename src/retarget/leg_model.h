#pragma once

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace sinew {

// How the bones of a leg turn when its foot is moved: lengths are in heights of the figure, angles in radians.

/// A leg at one of evenly spaced times, before it is corrected.
struct LegSample {
    glm::dvec3 slip{0.0};  ///< from the place of the source's foot, scaled and set on the model's ground
    glm::dvec3 hip{0.0}, knee{0.0}, foot{0.0};
    bool onGround = false;  ///< its height counts
    int plant = -1;         ///< index of the time over which it stays in one place; -1: it may slide
};

/// The angle in radians by which the bones of a leg turn, the farther one, for an offset of its foot: by the law of
/// cosines, with the knee's plane kept. A foot out of reach is pointed at.
double legTurn(const LegSample& leg, const glm::dvec3& offset);

/// The squared angle by which a leg's bones turn for an offset o of its foot, near a given one: (o - center)^T
/// stiffness (o - center).
struct LegModel {
    glm::dmat3 stiffness{0.0};
    glm::dvec3 center{0.0};

    LegModel(const LegSample& leg, const glm::dvec3& offset);
};

/// Moves of a foot that turn its leg by less than this are free of cost.
inline constexpr double kFarTurn = 0.0155;

/// How far a foot is moved for an offset that it misses. What is too small to be seen is left, and where the leg would
/// turn by more than kFarTurn, up to 0.37 % of the height, of what bends the knee first.
glm::dvec3 correction(const LegSample& leg, const glm::dvec3& missing);

/// The cost of a correction: the angle, and more for a foot that the leg does not reach.
double costOf(const LegSample& leg, const glm::dvec3& correction);

}  // namespace sinew
