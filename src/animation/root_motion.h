#pragma once

#include <cstdint>
#include <span>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "animation/clip.h"
#include "animation/node_hierarchy.h"

namespace sinew {

/// A movement over the ground: first a turn about the up axis, then a way in the ground's plane.
struct GroundMotion {
    glm::dvec3 translation{0.0};
    glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
};

/// `second`, in the directions that `first` ends in, after `first`: where a character goes that keeps moving.
GroundMotion followedBy(const GroundMotion& first, const GroundMotion& second);

/// What leads back.
GroundMotion reversed(const GroundMotion& motion);

/// The angle about `up`, in [-pi, pi].
double yawRadians(const GroundMotion& motion, const glm::dvec3& up);

/// How a clip carries its character over the ground, told from the track of its root or hip node: of the translation
/// what lies in the ground's plane, of the rotation the twist about the up axis, both counted from the clip's
/// beginning. What is left (height, lean, and where and how it stood at the beginning) stays with the pose. The clip
/// and the hierarchy are the caller's and must outlive it.
class RootMotion {
  public:
    /// `up` is the ground's normal in the space of the parent of `root`, of any length. A clip without a channel for
    /// `root` stands still.
    RootMotion(const AnimationClip& clip, const NodeHierarchy& hierarchy, uint32_t root, const glm::vec3& up);

    /// From the clip's beginning to `timeSeconds`, which runs on past the end: each loop goes on from where the one
    /// before ended, and before 0 back from there. Who plays the clip once, clamps the time.
    GroundMotion at(double timeSeconds) const;

    /// From one such time to another, either way, in the directions of the character at the first: what followedBy()
    /// puts after its motion so far.
    GroundMotion between(double fromSeconds, double toSeconds) const;

    /// Takes the motion out of the clip's pose at `timeSeconds` in [0, duration]: what is drawn where at() has led.
    void removeFrom(std::span<Transform> pose, double timeSeconds) const;

  private:
    GroundMotion ground(double timeSeconds) const;
    GroundMotion withinLoop(double timeSeconds) const;

    const Channel* channel_ = nullptr;
    uint32_t root_ = 0;
    Transform rest_;
    glm::dvec3 up_;
    double durationSeconds_ = 0.0;
    GroundMotion beginning_;  ///< where the track itself begins
    GroundMotion loop_;       ///< what one whole loop does
};

}  // namespace sinew
