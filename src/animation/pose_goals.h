#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "animation/look_at.h"
#include "animation/pose.h"
#include "animation/two_bone_ik.h"

namespace sinew {

/// A number that stands still, or that a parameter of a graph is.
struct GraphAmount {
    std::optional<size_t> parameter;  ///< its index, before the value
    double value = 0.0;

    double of(std::span<const double> parameters) const { return parameter ? parameters[*parameter] : value; }
};

/// A head that looks in a direction, whatever the clips do with it. The directions are the character's, in a world of
/// Y up that it is made to face along Z in, wherever it stands and faces.
struct GraphLook {
    std::vector<LookJoint> joints;     ///< from the neck to the head, at least one
    std::optional<glm::vec3> forward;  ///< where the last joint looks, in its own axes; none: Z in the rest pose
    GraphAmount turnDegrees;           ///< to its left, from straight on
    GraphAmount liftDegrees;           ///< upwards; cut to a quarter of a turn
    double limitDegrees = 90.0;        ///< of the turn from where it looks in the pose
    GraphAmount weight{.parameter = {}, .value = 1.0};  ///< the share of the turn, cut to [0, 1]
};

/// A foot that stands on a ground of another height than the flat one of the clips.
struct GraphFoot {
    TwoBoneChain leg;
    GraphAmount height;                                 ///< over the flat ground, in units of the world
    GraphAmount weight{.parameter = {}, .value = 1.0};  ///< cut to [0, 1]
};

/// Turns heads and puts feet on the ground, over a pose that has been blended. What it makes follows from the pose and
/// the parameters alone. All that is given must outlive it.
class PoseGoals {
  public:
    /// `worldFromRoot` has Y up.
    PoseGoals(const NodeHierarchy& hierarchy, std::span<const GraphFoot> feet, std::span<const GraphLook> looks,
              const glm::mat4& worldFromRoot);

    /// `pose` with the feet and then the heads where `parameters` (GraphParameters::values) want them: `pose` itself
    /// where they want nothing, for a weight or a height of 0 does, else one that stays until the next call. Allocates
    /// nothing.
    std::span<const Transform> over(std::span<const Transform> pose, std::span<const double> parameters);

  private:
    void stand(const GraphFoot& foot, std::span<const double> parameters);
    void look(size_t i, std::span<const double> parameters);

    const NodeHierarchy& hierarchy_;
    std::span<const GraphFoot> feet_;
    std::span<const GraphLook> looks_;
    glm::mat4 worldFromRoot_;
    std::vector<glm::vec3> forwards_;  ///< of each look
    LocalPose pose_, before_;
    std::vector<glm::mat4> worldFromNode_;
};

}  // namespace sinew
