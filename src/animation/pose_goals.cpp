#include "animation/pose_goals.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

namespace sinew {
namespace {

constexpr glm::vec3 kUp(0.0f, 1.0f, 0.0f), kFront(0.0f, 0.0f, 1.0f);
constexpr double kSteepest = 90.0;

/// So many times farther away than the head moves while it turns, a target is a direction.
constexpr float kFarAway = 1e5f;

double cutWeight(const GraphAmount& weight, std::span<const double> parameters) {
    return std::clamp(weight.of(parameters), 0.0, 1.0);
}

bool wants(const GraphFoot& foot, std::span<const double> parameters) {
    return cutWeight(foot.weight, parameters) > 0.0 && foot.height.of(parameters) != 0.0;
}

bool wants(const GraphLook& look, std::span<const double> parameters) {
    return cutWeight(look.weight, parameters) > 0.0;
}

glm::vec3 directionOf(double turnDegrees, double liftDegrees) {
    const double turn = glm::radians(turnDegrees), lift = glm::radians(std::clamp(liftDegrees, -kSteepest, kSteepest));
    return {std::sin(turn) * std::cos(lift), std::sin(lift), std::cos(turn) * std::cos(lift)};
}

}  // namespace

PoseGoals::PoseGoals(const NodeHierarchy& hierarchy, std::span<const GraphFoot> feet, std::span<const GraphLook> looks,
                     const glm::mat4& worldFromRoot)
    : hierarchy_(hierarchy),
      feet_(feet),
      looks_(looks),
      worldFromRoot_(worldFromRoot),
      pose_(hierarchy.rest),
      before_(hierarchy.rest),
      worldFromNode_(hierarchy.size()) {
    walkHierarchy(hierarchy_, hierarchy_.rest, worldFromRoot_, worldFromNode_);
    for (const GraphLook& look : looks_) {
        const glm::mat3 worldFromHead(worldFromNode_[look.joints.back().node]);
        forwards_.push_back(look.forward.value_or(glm::inverse(worldFromHead) * kFront));
    }
}

std::span<const Transform> PoseGoals::over(std::span<const Transform> pose, std::span<const double> parameters) {
    const auto isWanted = [&](const auto& goal) { return wants(goal, parameters); };
    if (std::ranges::none_of(feet_, isWanted) && std::ranges::none_of(looks_, isWanted)) return pose;
    std::ranges::copy(pose, pose_.begin());
    for (const GraphFoot& foot : feet_)
        if (wants(foot, parameters)) stand(foot, parameters);
    for (size_t i = 0; i < looks_.size(); ++i)
        if (wants(looks_[i], parameters)) look(i, parameters);
    return pose_;
}

void PoseGoals::stand(const GraphFoot& foot, std::span<const double> parameters) {
    walkHierarchy(hierarchy_, pose_, worldFromRoot_, worldFromNode_);
    const auto height = static_cast<float>(foot.height.of(parameters));
    const TwoBoneGoal goal{.target = overGround(worldFromNode_[foot.leg.end], height, kUp),
                           .weight = static_cast<float>(cutWeight(foot.weight, parameters))};
    reach(foot.leg, goal, hierarchy_, worldFromRoot_, worldFromNode_, pose_);
}

void PoseGoals::look(size_t i, std::span<const double> parameters) {
    const GraphLook& look = looks_[i];
    walkHierarchy(hierarchy_, pose_, worldFromRoot_, worldFromNode_);
    const glm::vec3 eye(worldFromNode_[look.joints.back().node][3]);
    const float moves = glm::length(eye - glm::vec3(worldFromNode_[look.joints.front().node][3]));
    const glm::vec3 direction = directionOf(look.turnDegrees.of(parameters), look.liftDegrees.of(parameters));
    // As far away as the eye is from the world's middle, for the direction to be as exact as numbers there are.
    const LookGoal goal{.target = eye + direction * (1.0f + glm::length(eye) + kFarAway * moves),
                        .forward = forwards_[i],
                        .limitRadians = static_cast<float>(glm::radians(look.limitDegrees))};
    std::ranges::copy(pose_, before_.begin());
    lookAt(look.joints, goal, hierarchy_, worldFromRoot_, worldFromNode_, pose_);
    const auto weight = static_cast<float>(cutWeight(look.weight, parameters));
    if (weight < 1.0f)
        for (const LookJoint& joint : look.joints)
            pose_[joint.node].rotation =
                glm::normalize(glm::slerp(before_[joint.node].rotation, pose_[joint.node].rotation, weight));
}

}  // namespace sinew
