#include "animation/clip_travel.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/ground_speed.h"
#include "animation/pose.h"
#include "animation/swing_twist.h"

namespace sinew {
namespace {

// What a root ends away from its beginning, at least: as a share of the skeleton's size, and as an angle.
constexpr double kTravels = 0.02;
constexpr double kTurnsRadians = 0.05;

struct RestPlaces {
    std::vector<glm::mat4> worldFromNode;
    double size = 0.0;  ///< the diagonal of the box of all nodes
};

RestPlaces restPlaces(const NodeHierarchy& hierarchy, const glm::mat4& worldFromRoot) {
    RestPlaces rest{.worldFromNode = std::vector<glm::mat4>(hierarchy.size())};
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, rest.worldFromNode);
    glm::vec3 low(rest.worldFromNode.front()[3]), high = low;
    for (const glm::mat4& node : rest.worldFromNode) {
        low = glm::min(low, glm::vec3(node[3]));
        high = glm::max(high, glm::vec3(node[3]));
    }
    rest.size = glm::length(high - low);
    return rest;
}

glm::mat4 parentPlace(const NodeHierarchy& hierarchy, const RestPlaces& rest, const glm::mat4& worldFromRoot,
                      uint32_t node) {
    const int32_t parent = hierarchy.parents[node];
    return parent == kNoParent ? worldFromRoot : rest.worldFromNode[static_cast<size_t>(parent)];
}

/// For each node how many channels move it or what is beneath it.
std::vector<size_t> channelsBeneath(const NodeHierarchy& hierarchy, const AnimationClip& clip) {
    std::vector<size_t> counts(hierarchy.size(), 0);
    for (const Channel& channel : clip.channels)
        ++counts[channel.node];
    for (size_t node = hierarchy.size(); node-- > 0;)
        if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent)
            counts[static_cast<size_t>(parent)] += counts[node];
    return counts;
}

bool endsElsewhere(const ClipTravel& travel, double durationSeconds, double size) {
    const GroundMotion whole = travel.between(0.0, durationSeconds);
    const double turned = 2.0 * std::acos(std::min(1.0, std::abs(whole.rotation.w)));
    return glm::length(whole.translation) > kTravels * size || turned > kTurnsRadians;
}

}  // namespace

ClipTravel::ClipTravel(const glm::vec2& groundVelocity) : velocity_(groundVelocity.x, 0.0, groundVelocity.y) {}

ClipTravel::ClipTravel(RootMotion motion, const glm::mat4& worldFromParent)
    : root_(std::move(motion)), parent_(worldFromParent[3]) {
    const glm::dmat3 scaled(worldFromParent);
    scale_ = std::cbrt(glm::determinant(scaled));
    // Of unit length to all digits: steps that follow each other must add up.
    if (scale_ != 0.0) turn_ = glm::normalize(glm::quat_cast(scaled * (1.0 / scale_)));
}

GroundMotion ClipTravel::between(double fromSeconds, double toSeconds) const {
    if (!root_) return {velocity_ * (toSeconds - fromSeconds)};
    const GroundMotion own = root_->between(fromSeconds, toSeconds);
    const glm::dquat rotation = turn_ * own.rotation * glm::conjugate(turn_);
    return {scale_ * (turn_ * own.translation) + parent_ - rotation * parent_, rotation};
}

void ClipTravel::removeFrom(std::span<Transform> pose, double timeSeconds) const {
    if (root_) root_->removeFrom(pose, timeSeconds);
}

ClipTravel clipTravel(const NodeHierarchy& hierarchy, const AnimationClip& clip, const glm::mat4& worldFromRoot,
                      std::optional<TravelRoot> given) {
    if (!(clip.durationSeconds > 0.0) || hierarchy.size() == 0) return {};
    const RestPlaces rest = restPlaces(hierarchy, worldFromRoot);
    const auto byRoot = [&](const TravelRoot& root) {
        return ClipTravel(RootMotion(clip, hierarchy, root.node, root.up),
                          parentPlace(hierarchy, rest, worldFromRoot, root.node));
    };
    if (given) {
        ClipTravel travel = byRoot(*given);
        if (endsElsewhere(travel, clip.durationSeconds, rest.size)) return travel;
        const glm::vec2 velocity = groundVelocity(hierarchy, clip, worldFromRoot);
        return velocity == glm::vec2(0.0f) ? travel : ClipTravel(velocity);
    }
    const std::vector<size_t> beneath = channelsBeneath(hierarchy, clip);
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        if (2 * beneath[node] <= clip.channels.size()) continue;
        const glm::mat3 turn(parentPlace(hierarchy, rest, worldFromRoot, node));
        const glm::vec3 up = glm::transpose(turn) * glm::vec3(0.0f, 1.0f, 0.0f);
        if (!(glm::length(up) > 0.0f)) continue;
        ClipTravel travel = byRoot({node, up});
        if (endsElsewhere(travel, clip.durationSeconds, rest.size)) return travel;
    }
    return ClipTravel(groundVelocity(hierarchy, clip, worldFromRoot));
}

void MeanGroundMotion::add(const GroundMotion& motion, double weight, const glm::dvec3& up) {
    translation_ += weight * motion.translation;
    if (motion.rotation != kNoTurn) yawRadians_ += weight * sinew::yawRadians(motion, up);
    weight_ += weight;
}

GroundMotion MeanGroundMotion::mean(const glm::dvec3& up) const {
    if (!(weight_ > 0.0)) return {};
    return {translation_ / weight_, yawRadians_ == 0.0 ? kNoTurn : glm::angleAxis(yawRadians_ / weight_, up)};
}

}  // namespace sinew
