#include "animation/look_at.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "animation/swing_twist.h"
#include "animation/world_turn.h"

namespace sinew {
namespace {

/// The share `ratio` in [0, 1] of a turn that goes the short way.
glm::dquat partOf(const glm::dquat& turn, double ratio) {
    return glm::normalize(glm::slerp(kNoTurn, turn, ratio));
}

/// `direction`, or where that is farther from `middle` than the limit, the nearest direction that is not. Unit length.
glm::dvec3 limited(const glm::dvec3& direction, const glm::dvec3& middle, double limitRadians) {
    const glm::dquat turn = shortestTurn(middle, direction);
    const double angle = 2.0 * std::acos(std::clamp(turn.w, -1.0, 1.0));
    return angle > limitRadians ? partOf(turn, limitRadians / angle) * middle : direction;
}

}  // namespace

void lookAt(std::span<const LookJoint> joints, const LookGoal& goal, const NodeHierarchy& hierarchy,
            const glm::mat4& worldFromRoot, std::span<const glm::mat4> worldFromNode, std::span<Transform> pose) {
    assert(pose.size() == hierarchy.size() && worldFromNode.size() == hierarchy.size());
    if (joints.empty()) return;
    const glm::dmat4 worldFromLast(worldFromNode[joints.back().node]);
    const glm::dvec3 unturnedEye(worldFromLast[3]), target(goal.target);
    // A direction of no length, or not finite, makes no turn: see shortestTurn().
    const glm::dvec3 middle = glm::normalize(glm::dmat3(worldFromLast) * glm::dvec3(goal.forward));
    const double limit = std::max(0.0, static_cast<double>(goal.limitRadians));

    // What the joints before have done to all that hangs on them: a turn, and where it leaves the eye and later joints.
    glm::dquat turned = kNoTurn;
    glm::dvec3 pivot(worldFromNode[joints.front().node][3]), unturnedPivot = pivot;
    for (const LookJoint& joint : joints) {
        const glm::dvec3 unturned(worldFromNode[joint.node][3]);
        pivot += turned * (unturned - unturnedPivot);
        unturnedPivot = unturned;

        const glm::dvec3 way = target - (pivot + turned * (unturnedEye - unturned));
        const glm::dvec3 wanted = limited(glm::normalize(way), middle, limit);
        const double share = std::clamp(static_cast<double>(joint.weight), 0.0, 1.0);
        const glm::dquat turn = partOf(shortestTurn(turned * middle, wanted), share);

        const int32_t parent = hierarchy.parents[joint.node];
        const glm::mat4& worldFromParent = parent == kNoParent ? worldFromRoot : worldFromNode[parent];
        // All turns share the first one's axis, for an eye that turns about it stays in the plane of its look; so the
        // parent's own turn makes no difference to this one.
        const glm::dquat own = turnSeenFrom(worldFromParent, turn);
        glm::quat& rotation = pose[joint.node].rotation;
        rotation = glm::quat(glm::normalize(own * glm::dquat(rotation)));
        turned = glm::normalize(turn * turned);
    }
}

}  // namespace sinew
