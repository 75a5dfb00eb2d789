#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/ik/look_at.h"
#include "animation/ik/two_bone.h"
#include "animation/pose/pose.h"

namespace sinew {

/// A constant, or the value of a graph's parameter.
struct GraphAmount {
    std::optional<size_t> parameter;  ///< its index; takes precedence over the value
    double value = 0.0;

    double of(std::span<const double> parameters) const { return parameter ? parameters[*parameter] : value; }
};

/// A head that looks in a direction, on top of what the clips do. Directions are relative to the character, in the Y-up
/// space in which it was modeled facing +Z.
struct GraphLook {
    std::vector<LookJoint> joints;     ///< from the neck to the head, at least one
    std::optional<glm::vec3> forward;  ///< view direction in the last joint's own axes; none: +Z in the rest pose
    GraphAmount turnDegrees;           ///< to its left, from straight ahead
    GraphAmount liftDegrees;           ///< upward, clamped to [-90, 90]
    double limitDegrees = 90.0;        ///< the largest angle from the view direction of the pose
    GraphAmount weight{.parameter = {}, .value = 1.0};  ///< clamped to [0, 1]
};

/// A foot on ground above or below the flat ground of the clips.
struct GraphFoot {
    TwoBoneChain leg;
    GraphAmount height;                                 ///< above the flat ground, in world units
    GraphAmount weight{.parameter = {}, .value = 1.0};  ///< clamped to [0, 1]
};

/// Turns heads and places feet on top of a blended pose; depends on nothing but the pose and the parameters. All
/// arguments of the constructor must outlive it.
class PoseGoals {
  public:
    /// `worldFromRoot` has Y up.
    PoseGoals(const NodeHierarchy& hierarchy, std::span<const GraphFoot> feet, std::span<const GraphLook> looks,
              const glm::mat4& worldFromRoot);

    /// Applies the feet and then the heads that `parameters` (GraphParameters::values) give a weight. Allocates
    /// nothing.
    void apply(std::span<Transform> pose, std::span<const double> parameters);

  private:
    void placeFoot(const GraphFoot& foot, std::span<const double> parameters, std::span<Transform> pose);
    void turnHead(size_t i, std::span<const double> parameters, std::span<Transform> pose);

    const NodeHierarchy& hierarchy_;
    std::span<const GraphFoot> feet_;
    std::span<const GraphLook> looks_;
    glm::mat4 worldFromRoot_;
    std::vector<glm::vec3> forwards_;  ///< one per look
    LocalPose before_;
    std::vector<glm::mat4> worldFromNode_;
};

}  // namespace sinew
