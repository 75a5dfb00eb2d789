#include "animation/root_motion.h"

#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>

#include "animation/sample.h"
#include "animation/swing_twist.h"

namespace sinew {
namespace {

// Past this many loops, a century of one-second clips, doubles no longer tell where in a loop a time is.
constexpr double kMostLoops = 4e9;

/// The same motion `count` times over, by squaring.
GroundMotion repeated(GroundMotion motion, double count) {
    if (count < 0.0) motion = reversed(motion);
    GroundMotion all;
    for (auto left = static_cast<uint64_t>(std::abs(count)); left > 0; left /= 2) {
        if (left % 2 == 1) all = followedBy(all, motion);
        motion = followedBy(motion, motion);
    }
    return all;
}

}  // namespace

GroundMotion followedBy(const GroundMotion& first, const GroundMotion& second) {
    return {first.translation + first.rotation * second.translation, glm::normalize(first.rotation * second.rotation)};
}

GroundMotion reversed(const GroundMotion& motion) {
    const glm::dquat back = glm::conjugate(motion.rotation);
    return {-(back * motion.translation), back};
}

double yawRadians(const GroundMotion& motion, const glm::dvec3& up) {
    const glm::dquat turn = motion.rotation.w < 0.0 ? -motion.rotation : motion.rotation;
    return 2.0 * std::atan2(glm::dot(glm::dvec3(turn.x, turn.y, turn.z), glm::normalize(up)), turn.w);
}

RootMotion::RootMotion(const AnimationClip& clip, const NodeHierarchy& hierarchy, uint32_t root, const glm::vec3& up)
    : root_(root),
      rest_(hierarchy.rest.at(root)),
      up_(glm::normalize(glm::dvec3(up))),
      durationSeconds_(clip.durationSeconds) {
    for (const Channel& channel : clip.channels)
        if (channel.node == root) channel_ = &channel;
    beginning_ = ground(0.0);
    loop_ = withinLoop(durationSeconds_);
}

GroundMotion RootMotion::ground(double timeSeconds) const {
    if (!channel_) return {};
    const Transform transform = sampleChannel(*channel_, rest_, timeSeconds);
    const glm::dvec3 place(transform.translation);
    // A node's own axes may lie any way at rest; what has turned since then is what has a twist.
    const glm::dquat turned = glm::dquat(transform.rotation) * glm::conjugate(glm::dquat(rest_.rotation));
    return {place - up_ * glm::dot(place, up_), twistAbout(turned, up_)};
}

GroundMotion RootMotion::withinLoop(double timeSeconds) const {
    return followedBy(ground(timeSeconds), reversed(beginning_));
}

GroundMotion RootMotion::at(double timeSeconds) const {
    if (!channel_) return {};
    const double loops = std::floor(timeSeconds / durationSeconds_);  // not finite for a clip without duration
    if (!(std::abs(loops) < kMostLoops)) return {};
    return followedBy(repeated(loop_, loops), withinLoop(timeSeconds - loops * durationSeconds_));
}

GroundMotion RootMotion::between(double fromSeconds, double toSeconds) const {
    return followedBy(reversed(at(fromSeconds)), at(toSeconds));
}

void RootMotion::removeFrom(std::span<Transform> pose, double timeSeconds) const {
    assert(root_ < pose.size());
    if (!channel_) return;
    const GroundMotion back = reversed(withinLoop(timeSeconds));
    Transform& root = pose[root_];
    root.translation = glm::vec3(back.translation + back.rotation * glm::dvec3(root.translation));
    root.rotation = glm::quat(glm::normalize(back.rotation * glm::dquat(root.rotation)));
}

}  // namespace sinew
