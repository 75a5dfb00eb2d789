#include "app/stage/bare_bones.h"

#include "animation/pose/pose.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kCovers = 0.7f;  // of the bones' height: lower meshes show only a part of the figure

}  // namespace

std::vector<SkeletonNode> bareBones(const Model& model, const glm::mat4& worldFromRoot) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    if (model.instances.empty()) return {};
    std::vector<bool> isAnimated(hierarchy.size(), false), movesMesh(hierarchy.size(), false);
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            isAnimated[channel.node] = true;
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            movesMesh[bone.node] = true;
    std::vector<glm::mat4> worldFromNode(hierarchy.size());
    walkHierarchy(hierarchy, hierarchy.rest, worldFromRoot, worldFromNode);
    Box bones;
    for (uint32_t node = 0; node < hierarchy.size(); ++node)
        if (isAnimated[node]) bones.add(glm::vec3(worldFromNode[node][3]));
    const Box meshes = bindBounds(model, worldFromNode);
    if (bones.empty() || meshes.max.y - meshes.min.y > kCovers * (bones.max.y - bones.min.y)) return {};
    std::vector<SkeletonNode> bare;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        const bool hasParent = parent != kNoParent && isAnimated[static_cast<size_t>(parent)];
        if (isAnimated[node] && !movesMesh[node]) bare.push_back({node, hasParent ? parent : kNoParent});
    }
    return bare;
}

}  // namespace sinew
