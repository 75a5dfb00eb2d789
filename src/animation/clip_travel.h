#pragma once

#include <optional>

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>

#include "animation/root_motion.h"

namespace sinew {

/// How playing a clip carries its character over the ground of the world: not at all, at the speed with which the feet
/// of a clip in place push the ground back, or as its root moves.
class ClipTravel {
  public:
    ClipTravel() = default;

    /// In place, on a ground of Y up: x and z in units a second (groundVelocity).
    explicit ClipTravel(const glm::vec2& groundVelocity);

    /// By the root. `worldFromParent` is that of the root's parent, which stands still: turns, ways and one scale.
    ClipTravel(RootMotion motion, const glm::mat4& worldFromParent);

    /// Whether the pose itself moves over the ground.
    bool byRoot() const { return root_.has_value(); }

    /// As RootMotion::between(), in the world.
    GroundMotion between(double fromSeconds, double toSeconds) const;

    /// As RootMotion::removeFrom(); a clip in place has nothing to take out.
    void removeFrom(std::span<Transform> pose, double timeSeconds) const;

  private:
    std::optional<RootMotion> root_;
    glm::dvec3 velocity_{0.0};
    glm::dquat turn_{1.0, 0.0, 0.0, 0.0};  ///< worldFromParent without its scale and its way
    double scale_ = 1.0;                   ///< below 0 where it mirrors
    glm::dvec3 parent_{0.0};
};

/// A root and the ground's normal in the space of its parent.
struct TravelRoot {
    uint32_t node = 0;
    glm::vec3 up{0.0f, 1.0f, 0.0f};
};

/// Told from the clip: by its root where that ends elsewhere on the ground, or turned otherwise, than it began; else in
/// place. The root is `given`, or else the first node above most of what moves that ends elsewhere. A given one whose
/// feet are not in place counts even where it ends as it began. `worldFromRoot` has Y up. For loading, not for a frame.
ClipTravel clipTravel(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot,
                      std::optional<TravelRoot> given = {});

/// Several motions at once: ways and turns (about `up`, unit length) in the mean.
class MeanGroundMotion {
  public:
    void add(const GroundMotion& motion, double weight, const glm::dvec3& up);
    GroundMotion mean(const glm::dvec3& up) const;  ///< of nothing: none

  private:
    glm::dvec3 translation_{0.0};
    double yawRadians_ = 0.0, weight_ = 0.0;
};

}  // namespace sinew
