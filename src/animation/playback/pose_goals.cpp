#include "animation/playback/pose_goals.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

namespace sinew {
namespace {

constexpr glm::vec3 kUp(0.0f, 1.0f, 0.0f), kForward(0.0f, 0.0f, 1.0f);
constexpr double kMaxLift = 90.0;

/// A target this many times farther away than the head moves while turning is a pure direction.
constexpr float kFarAway = 1e5f;

double weightOf(const GraphAmount& weight, std::span<const double> parameters) {
    return std::clamp(weight.of(parameters), 0.0, 1.0);
}

glm::vec3 directionOf(double turnDegrees, double liftDegrees) {
    const double turn = glm::radians(turnDegrees), lift = glm::radians(std::clamp(liftDegrees, -kMaxLift, kMaxLift));
    return {std::sin(turn) * std::cos(lift), std::sin(lift), std::cos(turn) * std::cos(lift)};
}

}  // namespace

PoseGoals::PoseGoals(const NodeHierarchy& hierarchy, std::span<const GraphFoot> feet, std::span<const GraphLook> looks,
                     const glm::mat4& worldFromRoot)
    : hierarchy_(hierarchy),
      feet_(feet),
      looks_(looks),
      worldFromRoot_(worldFromRoot),
      before_(hierarchy.rest),
      worldFromNode_(hierarchy.size()) {
    walkHierarchy(hierarchy_, hierarchy_.rest, worldFromRoot_, worldFromNode_);
    for (const GraphLook& look : looks_) {
        const glm::mat3 worldFromHead(worldFromNode_[look.joints.back().node]);
        forwards_.push_back(look.forward.value_or(glm::inverse(worldFromHead) * kForward));
    }
}

void PoseGoals::apply(std::span<Transform> pose, std::span<const double> parameters) {
    for (const GraphFoot& foot : feet_)
        if (weightOf(foot.weight, parameters) > 0.0 && foot.height.of(parameters) != 0.0)
            placeFoot(foot, parameters, pose);
    for (size_t i = 0; i < looks_.size(); ++i)
        if (weightOf(looks_[i].weight, parameters) > 0.0) turnHead(i, parameters, pose);
}

void PoseGoals::placeFoot(const GraphFoot& foot, std::span<const double> parameters, std::span<Transform> pose) {
    walkHierarchy(hierarchy_, pose, worldFromRoot_, worldFromNode_);
    const auto height = static_cast<float>(foot.height.of(parameters));
    const TwoBoneGoal goal{.target = overGround(worldFromNode_[foot.leg.end], height, kUp),
                           .weight = static_cast<float>(weightOf(foot.weight, parameters))};
    reach(foot.leg, goal, hierarchy_, worldFromRoot_, worldFromNode_, pose);
}

void PoseGoals::turnHead(size_t i, std::span<const double> parameters, std::span<Transform> pose) {
    const GraphLook& look = looks_[i];
    walkHierarchy(hierarchy_, pose, worldFromRoot_, worldFromNode_);
    const glm::vec3 eye(worldFromNode_[look.joints.back().node][3]);
    const float moves = glm::length(eye - glm::vec3(worldFromNode_[look.joints.front().node][3]));
    const glm::vec3 direction = directionOf(look.turnDegrees.of(parameters), look.liftDegrees.of(parameters));
    // No nearer than the eye is to the origin, so that rounding does not change the direction.
    const LookGoal goal{.target = eye + direction * (1.0f + glm::length(eye) + kFarAway * moves),
                        .forward = forwards_[i],
                        .limitRadians = static_cast<float>(glm::radians(look.limitDegrees))};
    std::ranges::copy(pose, before_.begin());
    lookAt(look.joints, goal, hierarchy_, worldFromRoot_, worldFromNode_, pose);
    const auto weight = static_cast<float>(weightOf(look.weight, parameters));
    if (weight < 1.0f)
        for (const LookJoint& joint : look.joints)
            pose[joint.node].rotation =
                glm::normalize(glm::slerp(before_[joint.node].rotation, pose[joint.node].rotation, weight));
}

}  // namespace sinew
