#include "animation/ik/look_at.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace sinew {
namespace {

/// The fraction `ratio`, in [0, 1], of a rotation by the short arc.
glm::dquat fractionOf(const glm::dquat& rotation, double ratio) {
    return glm::normalize(glm::slerp(kNoRotation, rotation, ratio));
}

/// The direction nearest to `direction` within the limit from `forward`. Unit length.
glm::dvec3 limited(const glm::dvec3& direction, const glm::dvec3& forward, double limitRadians) {
    const glm::dquat turn = shortestRotation(forward, direction);
    const double angle = 2.0 * std::acos(std::clamp(turn.w, -1.0, 1.0));
    return angle > limitRadians ? fractionOf(turn, limitRadians / angle) * forward : direction;
}

}  // namespace

void lookAt(std::span<const LookJoint> joints, const LookGoal& goal, const NodeHierarchy& hierarchy,
            const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose) {
    assert(pose.size() == hierarchy.size() && worldFromNode.size() == hierarchy.size());
    if (joints.empty()) return;
    const glm::dmat4 worldFromLast(worldFromNode[joints.back().node]);
    const glm::dvec3 unturnedEye(worldFromLast[3]), target(goal.target);
    // A zero or non-finite direction causes no rotation: see shortestRotation().
    const glm::dvec3 forward = glm::normalize(glm::dmat3(worldFromLast) * glm::dvec3(goal.forward));
    const double limit = std::max(0.0, static_cast<double>(goal.limitRadians));

    // The effect of the previous joints: their total rotation, and where the current joint has moved.
    glm::dquat turned = kNoRotation;
    glm::dvec3 pivot(worldFromNode[joints.front().node][3]), unturnedPivot = pivot;
    for (const LookJoint& joint : joints) {
        const glm::dvec3 unturned(worldFromNode[joint.node][3]);
        pivot += turned * (unturned - unturnedPivot);
        unturnedPivot = unturned;

        const glm::dvec3 toTarget = target - (pivot + turned * (unturnedEye - unturned));
        const glm::dvec3 wanted = limited(glm::normalize(toTarget), forward, limit);
        const double share = std::clamp(static_cast<double>(joint.weight), 0.0, 1.0);
        const glm::dquat turn = fractionOf(shortestRotation(turned * forward, wanted), share);

        const int32_t parent = hierarchy.parents[joint.node];
        const glm::mat4& worldFromParent = parent == kNoParent ? worldFromRoot : worldFromNode[parent];
        // All rotations share the first one's axis, since the eye stays in the plane perpendicular to it; so the
        // parent's own rotation does not change this one.
        const glm::dquat own = localRotation(worldFromParent, turn);
        glm::quat& rotation = pose[joint.node].rotation;
        rotation = glm::quat(glm::normalize(own * glm::dquat(rotation)));
        turned = glm::normalize(turn * turned);
    }
}

}  // namespace sinew
