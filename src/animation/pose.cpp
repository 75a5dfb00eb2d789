#include "animation/pose.h"

#include <cassert>

#include "animation/pose_kernels.h"

namespace sinew {

void walkHierarchy(const NodeHierarchy& hierarchy, std::span<const Transform> pose, const glm::mat4& worldFromRoot,
                   std::span<glm::mat4> worldFromNode) {
    assert(pose.size() == hierarchy.size() && worldFromNode.size() == hierarchy.size());
    if (pose.empty()) return;
    poseKernels().walkPose(hierarchy.parents.data(), static_cast<uint32_t>(pose.size()), &pose[0].translation.x,
                           &worldFromRoot[0].x, &worldFromNode[0][0].x);
}

}  // namespace sinew
