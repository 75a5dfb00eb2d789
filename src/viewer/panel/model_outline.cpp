#include "viewer/panel/model_outline.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace sinew {

ModelOutline outlineOf(const Model& model) {
    ModelOutline outline;
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<bool> isBone(hierarchy.size(), false), hasMesh(hierarchy.size(), false);
    for (const MeshInstance& instance : model.instances) {
        hasMesh[instance.node] = true;
        for (const Bone& bone : instance.bones)
            if (instance.skinned && bone.node != instance.node) isBone[bone.node] = true;
    }
    outline.bones = static_cast<size_t>(std::count(isBone.begin(), isBone.end(), true));

    // Parents precede children: a backward pass sums up subtree sizes, and a forward pass places the subtrees.
    std::vector<uint32_t> descendants(hierarchy.size(), 0), depth(hierarchy.size(), 0), nextChild(hierarchy.size(), 0);
    for (size_t node = hierarchy.size(); node-- > 0;)
        if (const int32_t parent = hierarchy.parents[node]; parent != kNoParent)
            descendants[static_cast<size_t>(parent)] += descendants[node] + 1;
    outline.rows.resize(hierarchy.size());
    uint32_t nextRoot = 0;
    for (uint32_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        uint32_t& next = parent == kNoParent ? nextRoot : nextChild[static_cast<size_t>(parent)];
        if (parent != kNoParent) depth[node] = depth[static_cast<size_t>(parent)] + 1;
        nextChild[node] = next + 1;
        outline.rows[next] = {node, depth[node], descendants[node], isBone[node], hasMesh[node]};
        next += descendants[node] + 1;
    }

    outline.materialUses.resize(model.materials.size());
    std::set<uint32_t> weights;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (const MorphTarget& target : mesh.morphTargets) {  // instances may share weights
            const auto index = instance.firstMorphWeight + static_cast<uint32_t>(&target - mesh.morphTargets.data());
            if (weights.insert(index).second)
                outline.morphs.push_back({index, target.name.empty() ? fmt::format("target {}", index) : target.name});
        }
        outline.vertices += mesh.vertexCount();
        outline.triangles += mesh.triangleCount();
        if (mesh.material >= outline.materialUses.size()) continue;
        ++outline.materialUses[mesh.material].meshes;
        outline.materialUses[mesh.material].triangles += mesh.triangleCount();
    }
    return outline;
}

}  // namespace sinew
