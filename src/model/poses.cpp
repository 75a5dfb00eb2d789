#include "model/poses.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <glm/matrix.hpp>

#include "animation/clip/transform.h"
#include "animation/pose/pose.h"
#include "model/bounds.h"
#include "model/outer_nodes.h"

namespace sinew {
namespace {

std::vector<glm::mat4> restWorld(const NodeHierarchy& hierarchy, const glm::mat4& worldFromRoot) {
    std::vector<glm::mat4> worldFromNode(hierarchy.size());
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, worldFromNode);
    return worldFromNode;
}

std::optional<glm::mat4> inverseOf(const glm::mat4& matrix) {
    const glm::mat4 inverse = glm::inverse(matrix);
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            if (!std::isfinite(inverse[column][row])) return std::nullopt;
    return inverse;
}

/// True for the last bone of an instance if it only carries the vertices without weights (see MeshInstance).
bool carriesUnweighted(const MeshInstance& instance, const Bone& bone) {
    return instance.bones.size() > 1 && &bone == &instance.bones.back() && bone.node == instance.node;
}

/// Places an instance by a bone that is bound already, else by its topmost bone at rest.
std::optional<glm::mat4> worldFromMesh(const MeshInstance& instance, const std::vector<std::optional<glm::mat4>>& bound,
                                       const std::vector<glm::mat4>& rest) {
    const Bone* topmost = nullptr;
    for (const Bone& bone : instance.bones) {
        if (carriesUnweighted(instance, bone)) continue;
        if (bound[bone.node]) return *bound[bone.node] * bone.inverseBindMatrix;
        if (!topmost || bone.node < topmost->node) topmost = &bone;
    }
    if (!topmost) return std::nullopt;
    return rest[topmost->node] * topmost->inverseBindMatrix;
}

/// Skins have the nodes with the scale, and their children hang on those without.
void placeUnscaled(const NodeHierarchy& nodes, std::vector<glm::mat4>& world) {
    for (uint32_t node = 0; node < nodes.size(); ++node) {
        const uint32_t unscaled = unscaledNode(nodes, node);
        if (unscaled == node) continue;
        glm::mat4 local(1.0f);
        for (uint32_t at = node; at != unscaled; at = static_cast<uint32_t>(nodes.parents[at]))
            local = matrixFrom(nodes.rest[at]) * local;
        const float volume = glm::determinant(local);
        if (std::isfinite(volume) && volume != 0.0f) world[unscaled] = world[node] * glm::inverse(local);
    }
}

}  // namespace

RestPose restPoseOf(const Model& model) {
    RestPose rest{.worldFromNode = restWorld(model.hierarchy, glm::mat4(1.0f))};
    rest.size = posedBounds(model, rest.worldFromNode).diagonal();
    return rest;
}

std::vector<glm::mat4> worldFromNodeInBindPose(const Model& model, const glm::mat4& worldFromRoot) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<glm::mat4> worldFromNode = restWorld(hierarchy, worldFromRoot);
    std::vector<std::optional<glm::mat4>> bound(hierarchy.size());
    const auto bind = [&](const MeshInstance& instance, bool unweighted) {
        const std::optional<glm::mat4> place = worldFromMesh(instance, bound, worldFromNode);
        if (!instance.skinned || !place) return;
        for (const Bone& bone : instance.bones) {
            if (bound[bone.node] || carriesUnweighted(instance, bone) != unweighted) continue;
            if (const auto meshFromBone = inverseOf(bone.inverseBindMatrix)) bound[bone.node] = *place * *meshFromBone;
        }
    };
    for (const MeshInstance& instance : model.instances)
        bind(instance, false);
    // The nodes of unweighted vertices come last: they may be true bones of another instance.
    for (const MeshInstance& instance : model.instances)
        bind(instance, true);
    std::vector<bool> moved(hierarchy.size());  // away from the rest pose
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

std::vector<uint32_t> movingNodes(const Model& model) {
    std::vector<uint32_t> nodes;
    if (model.instances.empty()) {
        nodes.resize(model.hierarchy.size());
        std::iota(nodes.begin(), nodes.end(), 0u);
        return nodes;
    }
    std::vector<bool> moves(model.hierarchy.size());
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            moves[bone.node] = true;
    for (uint32_t node = 0; node < moves.size(); ++node)
        if (moves[node]) nodes.push_back(node);
    return nodes;
}

std::vector<glm::mat4> referencePose(const Model& model) {
    if (std::ranges::any_of(model.instances, &MeshInstance::skinned)) {
        std::vector<glm::mat4> world = worldFromNodeInBindPose(model, yUpFrom(model.up));
        placeUnscaled(model.hierarchy, world);
        return world;
    }
    std::vector<glm::mat4> world(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, yUpFrom(model.up), world);
    return world;
}

}  // namespace sinew
