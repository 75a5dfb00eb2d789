#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "check/checked_model.h"

namespace sinew {

/// A point that a bone carries: the middle of the vertices that it holds, or its origin.
struct Carried {
    size_t index = 0;  ///< into the motion's nodes
    uint32_t node = 0;
    glm::vec3 local{0.0f};
};

/// Two carried points that are each other's mirror image, or one between both sides.
struct MirrorPair {
    size_t one = 0, other = 0;
    float apart = 0.0f;  ///< from each other's mirror image, as a share of the model's size: armor on one side

    /// A bone in the middle is half as far off as from its own mirror image, and so are both sides that it carries.
    float shareOff() const { return one == other ? 0.5f : 1.0f; }
};

/// Both sides of a figure, in its rest pose or in its bind pose: a rest pose may be a frame of a clip.
struct MirrorPairs {
    std::vector<glm::mat4> worldFromNode;  ///< Y up
    std::vector<Carried> points;
    std::vector<MirrorPair> pairs;    ///< empty if there are too few to tell sides
    std::vector<MirrorPair> central;  ///< between both sides: they carry some pairs, but not all
    std::vector<MirrorPair> ends;     ///< between both sides: they carry no pair, such as a head or a tail
    glm::vec3 normal{1.0f, 0.0f, 0.0f};
};

/// How each point of a figure is turned from the pose of its pairs, relative to the nearest point above it, along the
/// axes of the world.
class PointTurns {
  public:
    /// The model and the figure outlive it.
    PointTurns(const CheckedModel& checked, const MirrorPairs& figure);

    /// One for each point. Points of both sides without one above turn relative to the world; others not at all, as
    /// roots turn with the figure.
    std::vector<glm::quat> at(const ClipMotion& motion, size_t time) const;

  private:
    const MirrorPairs& figure_;
    std::vector<std::optional<size_t>> above_;  ///< by point
    std::vector<bool> isPaired_;                ///< by point
};

/// The turn that a mirror image does.
glm::quat mirrored(const glm::quat& turn, const glm::vec3& normal);

/// By the bones' names, or by their places where names tell no sides.
MirrorPairs mirrorPairsAtRest(const CheckedModel& checked);

/// The same, or in the bind pose where its sides mirror each other better.
MirrorPairs mirrorPairsOf(const CheckedModel& checked);

/// The names of a pair: "'arm_L' and 'arm_R'", or that of a bone in the middle.
std::string namesOf(const Model& model, const MirrorPairs& figure, const MirrorPair& pair);

}  // namespace sinew
