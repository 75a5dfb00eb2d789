#include "model/bind_pose.h"

#include <cmath>
#include <optional>

#include <glm/matrix.hpp>

#include "animation/pose.h"
#include "animation/transform.h"

namespace sinew {
namespace {

std::optional<glm::mat4> inverseOf(const glm::mat4& matrix) {
    const glm::mat4 inverse = glm::inverse(matrix);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            if (!std::isfinite(inverse[column][row])) return std::nullopt;
    return inverse;
}

/// True for the bone that MeshInstance::bones may have behind the file's own, for the vertices without weights.
bool holdsTheRest(const MeshInstance& instance, const Bone& bone) {
    return instance.bones.size() > 1 && &bone == &instance.bones.back() && bone.node == instance.node;
}

/// Where the instance's mesh stands: by a bone that is placed already, else by the topmost one as it stands at rest.
std::optional<glm::mat4> worldFromMesh(const MeshInstance& instance, const std::vector<std::optional<glm::mat4>>& bound,
                                       const std::vector<glm::mat4>& rest) {
    const Bone* topmost = nullptr;
    for (const Bone& bone : instance.bones) {
        if (holdsTheRest(instance, bone)) continue;
        if (bound[bone.node]) return *bound[bone.node] * bone.inverseBindMatrix;
        if (!topmost || bone.node < topmost->node) topmost = &bone;
    }
    if (!topmost) return std::nullopt;
    return rest[topmost->node] * topmost->inverseBindMatrix;
}

}  // namespace

std::vector<glm::mat4> worldFromNodeInBindPose(const Model& model, const glm::mat4& worldFromRoot) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<glm::mat4> worldFromNode(hierarchy.size());
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, worldFromNode);

    std::vector<std::optional<glm::mat4>> bound(hierarchy.size());
    const auto bind = [&](const MeshInstance& instance, bool rest) {
        const std::optional<glm::mat4> place = worldFromMesh(instance, bound, worldFromNode);
        if (!instance.skinned || !place) return;
        for (const Bone& bone : instance.bones) {
            if (bound[bone.node] || holdsTheRest(instance, bone) != rest) continue;
            if (const auto meshFromBone = inverseOf(bone.inverseBindMatrix)) bound[bone.node] = *place * *meshFromBone;
        }
    };
    for (const MeshInstance& instance : model.instances)
        bind(instance, false);
    // After all others, for such a node may be a true bone of another instance.
    for (const MeshInstance& instance : model.instances)
        bind(instance, true);
    std::vector<bool> moved(hierarchy.size());  // from where it is at rest
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        moved[node] = bound[node] || (parent != kNoParent && moved[static_cast<size_t>(parent)]);
        if (bound[node])
            worldFromNode[node] = *bound[node];
        else if (moved[node])
            worldFromNode[node] = worldFromNode[static_cast<size_t>(parent)] * matrixFrom(hierarchy.rest[node]);
    }
    return worldFromNode;
}

}  // namespace sinew
