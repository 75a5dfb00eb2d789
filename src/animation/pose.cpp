#include "animation/pose.h"

#include <cassert>

namespace sinew {

void walkHierarchy(const NodeHierarchy& hierarchy, std::span<const Transform> pose, const glm::mat4& worldFromRoot,
                   std::span<glm::mat4> worldFromNode) {
    assert(pose.size() == hierarchy.size() && worldFromNode.size() == hierarchy.size());
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        const glm::mat4& worldFromParent = parent == kNoParent ? worldFromRoot : worldFromNode[parent];
        worldFromNode[node] = worldFromParent * matrixFrom(pose[node]);
    }
}

}  // namespace sinew
