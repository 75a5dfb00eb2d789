#include <algorithm>
#include <set>
#include <vector>

#include "check/checks.h"
#include "check/skin/skin_rules.h"

namespace sinew {

std::vector<Finding> checkSkins(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f) || std::ranges::none_of(checked.groups, &MeshGroup::skinned)) return findings;
    const BoneLines lines(checked.model);
    std::vector<HeldMesh> meshes;
    std::set<uint32_t> apart;  // bones from which a mesh lies apart
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        const HeldMesh& mesh = meshes.emplace_back(heldMesh(checked, lines, group));
        if (!findApart(checked, lines, mesh, findings)) continue;
        for (const HeldBone& bone : mesh.bones)
            apart.insert(bone.node);
    }
    const auto isApart = [&](const HeldBone& bone) { return apart.contains(bone.node); };
    for (const HeldMesh& mesh : meshes)
        if (std::ranges::none_of(mesh.bones, isApart)) findStray(checked, lines, mesh, findings);
    return findings;
}

}  // namespace sinew
