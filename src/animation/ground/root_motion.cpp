#include "animation/ground/root_motion.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/sample.h"
#include "animation/ground/foot_contacts.h"
#include "animation/pose/pose.h"

namespace sinew {
namespace {

// Beyond this many cycles, a century of one-second clips, doubles cannot tell the time within a cycle.
constexpr double kMaxExactCycles = 4e9;

// The least distance between the start and the end of a root that counts as motion: as a fraction of the skeleton's
// size, and as an angle.
constexpr double kMinDistance = 0.02;
constexpr double kMinRadians = 0.05;

/// The displacement `count` times in a row, by squaring.
Displacement repeated(Displacement displacement, double count) {
    if (count < 0.0) displacement = inverse(displacement);
    Displacement all;
    for (auto left = static_cast<uint64_t>(std::abs(count)); left > 0; left /= 2) {
        if (left % 2 == 1) all = followedBy(all, displacement);
        displacement = followedBy(displacement, displacement);
    }
    return all;
}

struct RestSkeleton {
    std::vector<glm::mat4> worldFromNode;
    double size = 0.0;  ///< the diagonal of the box of all nodes
};

RestSkeleton restSkeleton(const NodeHierarchy& hierarchy, const glm::mat4& worldFromRoot) {
    RestSkeleton rest{.worldFromNode = std::vector<glm::mat4>(hierarchy.size())};
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, rest.worldFromNode);
    glm::vec3 low(rest.worldFromNode.front()[3]), high = low;
    for (const glm::mat4& node : rest.worldFromNode) {
        low = glm::min(low, glm::vec3(node[3]));
        high = glm::max(high, glm::vec3(node[3]));
    }
    rest.size = glm::length(high - low);
    return rest;
}

/// The number of channels that animate each node or its descendants.
std::vector<size_t> channelsInBranch(const NodeHierarchy& hierarchy, const AnimationClip& clip) {
    std::vector<size_t> counts(hierarchy.size(), 0);
    for (const Channel& channel : clip.channels)
        ++counts[channel.node];
    for (size_t node = hierarchy.size(); node-- > 0;)
        if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent)
            counts[static_cast<size_t>(parent)] += counts[node];
    return counts;
}

bool endsElsewhere(const RootMotion& motion, double durationSeconds, double size) {
    const Displacement whole = motion.between(0.0, durationSeconds);
    const double radians = 2.0 * std::acos(std::min(1.0, std::abs(whole.rotation.w)));
    return glm::length(whole.translation) > kMinDistance * size || radians > kMinRadians;
}

}  // namespace

Displacement followedBy(const Displacement& first, const Displacement& second) {
    return {first.translation + first.rotation * second.translation, glm::normalize(first.rotation * second.rotation)};
}

Displacement inverse(const Displacement& displacement) {
    const glm::dquat back = glm::conjugate(displacement.rotation);
    return {-(back * displacement.translation), back};
}

double yawRadians(const Displacement& displacement, const glm::dvec3& up) {
    const glm::dquat rotation = displacement.rotation.w < 0.0 ? -displacement.rotation : displacement.rotation;
    return 2.0 * std::atan2(glm::dot(glm::dvec3(rotation.x, rotation.y, rotation.z), glm::normalize(up)), rotation.w);
}

void MeanDisplacement::add(const Displacement& displacement, double weight, const glm::dvec3& up) {
    translation_ += weight * displacement.translation;
    if (displacement.rotation != kNoRotation) yawRadians_ += weight * yawRadians(displacement, up);
    weight_ += weight;
}

Displacement MeanDisplacement::mean(const glm::dvec3& up) const {
    if (!(weight_ > 0.0)) return {};
    return {translation_ / weight_, yawRadians_ == 0.0 ? kNoRotation : glm::angleAxis(yawRadians_ / weight_, up)};
}

RootMotion::RootMotion(const glm::vec2& groundVelocity) : velocity_(groundVelocity.x, 0.0, groundVelocity.y) {}

RootMotion::RootMotion(const AnimationClip& clip, const NodeHierarchy& hierarchy, uint32_t root, const glm::vec3& up,
                       const glm::mat4& worldFromParent)
    : root_(root),
      rest_(hierarchy.rest.at(root)),
      up_(glm::normalize(glm::dvec3(up))),
      durationSeconds_(clip.durationSeconds),
      origin_(worldFromParent[3]) {
    for (const Channel& channel : clip.channels)
        if (channel.node == root) channel_ = &channel;
    start_ = onGround(0.0);
    cycle_ = withinCycle(durationSeconds_);
    const glm::dmat3 scaled(worldFromParent);
    scale_ = std::cbrt(glm::determinant(scaled));
    // Normalized to all digits: consecutive steps must add up.
    if (scale_ != 0.0) rotation_ = glm::normalize(glm::quat_cast(scaled * (1.0 / scale_)));
}

Displacement RootMotion::onGround(double timeSeconds) const {
    if (!channel_) return {};
    const Transform transform = sampleChannel(*channel_, rest_, timeSeconds);
    const glm::dvec3 position(transform.translation);
    // Relative to the rest rotation, since a node's own axes may have any orientation at rest.
    const glm::dquat rotation = glm::dquat(transform.rotation) * glm::conjugate(glm::dquat(rest_.rotation));
    return {position - up_ * glm::dot(position, up_), twistAbout(rotation, up_)};
}

Displacement RootMotion::withinCycle(double timeSeconds) const {
    return followedBy(onGround(timeSeconds), inverse(start_));
}

Displacement RootMotion::at(double timeSeconds) const {
    if (!channel_) return {};
    const double cycles = std::floor(timeSeconds / durationSeconds_);  // not finite for a clip without duration
    if (!(std::abs(cycles) < kMaxExactCycles)) return {};
    return followedBy(repeated(cycle_, cycles), withinCycle(timeSeconds - cycles * durationSeconds_));
}

Displacement RootMotion::between(double fromSeconds, double toSeconds) const {
    if (!root_) return {velocity_ * (toSeconds - fromSeconds)};
    const Displacement own = followedBy(inverse(at(fromSeconds)), at(toSeconds));
    const glm::dquat rotation = rotation_ * own.rotation * glm::conjugate(rotation_);
    return {scale_ * (rotation_ * own.translation) + origin_ - rotation * origin_, rotation};
}

void RootMotion::removeFrom(std::span<Transform> pose, double timeSeconds) const {
    if (!channel_) return;
    assert(*root_ < pose.size());
    const Displacement back = inverse(withinCycle(timeSeconds));
    Transform& root = pose[*root_];
    root.translation = glm::vec3(back.translation + back.rotation * glm::dvec3(root.translation));
    root.rotation = glm::quat(glm::normalize(back.rotation * glm::dquat(root.rotation)));
}

RootMotion findRootMotion(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot,
                          std::optional<RootNode> given) {
    if (!(clip.durationSeconds > 0.0) || hierarchy.size() == 0) return {};
    const RestSkeleton rest = restSkeleton(hierarchy, worldFromRoot);
    const auto worldFromParent = [&](uint32_t node) -> const glm::mat4& {
        const int32_t parent = hierarchy.parents[node];
        return parent == kNoParent ? worldFromRoot : rest.worldFromNode[static_cast<size_t>(parent)];
    };
    const auto motionOf = [&](const RootNode& root) {
        return RootMotion(clip, hierarchy, root.node, root.up, worldFromParent(root.node));
    };
    if (given) {
        RootMotion motion = motionOf(*given);
        if (endsElsewhere(motion, clip.durationSeconds, rest.size)) return motion;
        const glm::vec2 velocity = groundVelocity(hierarchy, clip, worldFromRoot);
        return velocity == glm::vec2(0.0f) ? motion : RootMotion(velocity);
    }
    const std::vector<size_t> channels = channelsInBranch(hierarchy, clip);
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        if (2 * channels[node] <= clip.channels.size()) continue;
        const glm::vec3 up = glm::transpose(glm::mat3(worldFromParent(node))) * glm::vec3(0.0f, 1.0f, 0.0f);
        if (!(glm::length(up) > 0.0f)) continue;
        RootMotion motion = motionOf({node, up});
        if (endsElsewhere(motion, clip.durationSeconds, rest.size)) return motion;
    }
    return RootMotion(groundVelocity(hierarchy, clip, worldFromRoot));
}

}  // namespace sinew
