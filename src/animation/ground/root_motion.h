#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"

namespace sinew {

/// A movement over the ground: a rotation about the up axis, then a translation in the ground plane.
struct Displacement {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
};

/// `first`, and then `second` relative to where `first` ends.
Displacement followedBy(const Displacement& first, const Displacement& second);

Displacement inverse(const Displacement& displacement);

/// The angle about `up`, in [-pi, pi].
double yawRadians(const Displacement& displacement, const glm::dvec3& up);

/// The weighted mean of displacements. `up` has unit length.
class MeanDisplacement {
  public:
    void add(const Displacement& displacement, double weight, const glm::dvec3& up);
    Displacement mean(const glm::dvec3& up) const;  ///< none without weight

  private:
    glm::dvec3 translation_{0.0};
    double yawRadians_ = 0.0, weight_ = 0.0;
};

/// The movement of a clip's character over the ground: none, a constant velocity, or that in the track of its root or
/// hip node, which is the translation in the ground plane and the twist about the up axis, both relative to the start
/// of the clip. The rest (height, lean, and the place and heading at the start) stays in the pose.
class RootMotion {
  public:
    RootMotion() = default;

    /// Moves a clip that is animated in place, with Y up: x and z in units per second (groundVelocity()).
    explicit RootMotion(const glm::vec2& groundVelocity);

    /// `up`: the ground normal in the space of the parent of `root`, of any length. `worldFromParent` is that of this
    /// parent, which does not move: rotation, translation and uniform scale. Without a channel for `root` there is no
    /// motion. The clip and the hierarchy must outlive it.
    RootMotion(const AnimationClip& clip, const NodeHierarchy& hierarchy, uint32_t root, const glm::vec3& up,
               const glm::mat4& worldFromParent);

    /// Whether the poses of the clip contain the motion.
    bool inPose() const { return root_.has_value(); }

    /// The node whose track it is in, if it is.
    std::optional<uint32_t> root() const { return root_; }

    /// The displacement of the root from the start of the clip to `timeSeconds`, in the space of its parent. Times
    /// outside the clip loop: each cycle continues where the one before it ended. For a clip that plays once, the
    /// caller clamps the time.
    Displacement at(double timeSeconds) const;

    /// The displacement in the world from one time to another, in either direction, relative to the first: what
    /// followedBy() appends to the displacement so far.
    Displacement between(double fromSeconds, double toSeconds) const;

    /// Removes the motion from the clip's pose at `timeSeconds` in [0, duration]; does nothing for a clip in place.
    void removeFrom(std::span<Transform> pose, double timeSeconds) const;

  private:
    Displacement onGround(double timeSeconds) const;
    Displacement withinCycle(double timeSeconds) const;

    glm::dvec3 velocity_{0.0};
    std::optional<uint32_t> root_;
    const Channel* channel_ = nullptr;
    Transform rest_;
    glm::dvec3 up_{0.0};
    double durationSeconds_ = 0.0;
    Displacement start_;  ///< of the track itself
    Displacement cycle_;  ///< of one whole cycle
    // Parts of worldFromParent:
    glm::dquat rotation_{1.0, 0.0, 0.0, 0.0};
    double scale_ = 1.0;  ///< negative if it mirrors
    glm::dvec3 origin_{0.0};
};

/// A root node, and the ground normal in the space of its parent.
struct RootNode {
    uint32_t node = 0;
    glm::vec3 up{0.0f, 1.0f, 0.0f};
};

/// Finds the root motion of a clip: that of its root if the root ends at another position or heading than it started,
/// else the ground speed of the feet. The root is `given`, or else the first node above most animated nodes that ends
/// elsewhere; a given one is used even where it ends as it started, unless the feet move in place. `worldFromRoot` has
/// Y up. For loading, not for a frame.
RootMotion findRootMotion(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot,
                          std::optional<RootNode> given = {});

}  // namespace sinew
