#include "model/rest_pose.h"

#include <numeric>

#include "animation/pose.h"
#include "model/bounds.h"

namespace sinew {

RestPose restPoseOf(const Model& model) {
    RestPose rest;
    rest.worldFromNode.resize(model.hierarchy.size());
    walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), rest.worldFromNode);
    rest.size = posedBounds(model, rest.worldFromNode).diagonal();
    return rest;
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

}  // namespace sinew
