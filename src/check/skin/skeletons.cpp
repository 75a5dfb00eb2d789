#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/bones.h"
#include "check/checks.h"
#include "check/skin/skin_rules.h"
#include "model/split_by_palette.h"

namespace sinew {
namespace {

void findSplit(const CheckedModel& checked, uint32_t maxBones, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    for (const MeshGroup& group : checked.groups) {
        std::set<uint32_t> moving;
        size_t parts = 0, largest = 0;
        for (const uint32_t index : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[index].mesh];
            const std::vector<bool> used = usedBones(mesh);
            for (size_t bone = 0; bone < used.size(); ++bone)
                if (used[bone]) moving.insert(model.instances[index].bones[bone].node);
            const auto own = static_cast<size_t>(std::ranges::count(used, true));
            largest = std::max(largest, own);
            parts += own > maxBones ? splitByPalette(mesh, maxBones).size() : 1;
        }
        if (!group.skinned || largest <= maxBones) continue;
        const Measured count = measuredCount(moving.size(), "bone", "bones");
        tell(findings, "bones-split", Severity::info, {meshSubject(model, group)},
             count.text + " move it, more than the " + std::to_string(maxBones) + " of a palette: it is drawn in " +
                 std::to_string(parts) + " parts",
             count.figure);
    }
}

/// Adds the nodes at and below a bone that clips move; none where one of them carries a mesh.
void addIdleBones(const CheckedModel& checked, uint32_t bone, std::set<uint32_t>& joints) {
    std::vector<bool> isBelow(checked.model.hierarchy.size());
    isBelow[bone] = true;
    markBelow(checked.model.hierarchy, isBelow);
    for (const MeshInstance& instance : checked.model.instances)
        if (!instance.skinned && isBelow[instance.node]) return;
    const std::vector<bool> animated = animatedNodes(checked.model);
    for (uint32_t node = 0; node < isBelow.size(); ++node)
        if (isBelow[node] && animated[node]) joints.insert(node);
}

/// A figure of which all vertices follow one bone of a whole skeleton.
void findRigid(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    std::set<uint32_t> joints, moving;
    for (const MeshInstance& instance : model.instances) {
        if (!instance.skinned) continue;
        const std::vector<bool> used = usedBones(model.meshes[instance.mesh]);
        for (size_t bone = 0; bone < used.size(); ++bone) {
            joints.insert(instance.bones[bone].node);
            if (used[bone]) moving.insert(instance.bones[bone].node);
        }
    }
    if (moving.size() != 1) return;
    addIdleBones(checked, *moving.begin(), joints);
    if (joints.size() < kSkin.bones) return;
    for (const MeshGroup& group : checked.groups)
        if (group.skinned)
            tell(findings, "skin-rigid", Severity::warning, {meshSubject(model, group), nodeSubject(*moving.begin())},
                 "all of its vertices follow {}, one of " + std::to_string(joints.size()) + " bones");
}

/// Two nodes of one name in the skeleton that are bones, or that clips name, are a warning: clips find them by name.
void findDuplicates(const Model& model, std::vector<Finding>& findings) {
    const std::vector<bool> isBone = boneNodes(model);
    std::vector<bool> isNamed = isBone, inSkeleton = isBone;
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            isNamed[channel.node] = true;
    if (const int32_t top = topOfBones(model); top != kNoParent) inSkeleton[static_cast<size_t>(top)] = true;
    markBelow(model.hierarchy, inSkeleton);
    std::map<std::string_view, std::vector<uint32_t>> byName;
    for (uint32_t node = 0; node < isBone.size(); ++node)
        byName[model.hierarchy.names[node]].push_back(node);
    for (const auto& [name, nodes] : byName) {
        const auto isIn = [&](const std::vector<bool>& marked) {
            return std::ranges::any_of(nodes, [&](uint32_t node) { return marked[node]; });
        };
        if (nodes.size() < 2 || !isIn(inSkeleton)) continue;
        const auto named = std::ranges::count_if(nodes, [&](uint32_t node) { return isNamed[node]; });
        // Each of several skeletons may have a bone of that name.
        const auto hasSeveral = [&](const MeshInstance& instance) {
            return std::ranges::count_if(instance.bones, [&](const Bone& bone) {
                       return std::ranges::find(nodes, bone.node) != nodes.end();
                   }) > 1;
        };
        const bool areOfSeveral = std::ranges::none_of(model.instances, hasSeveral) &&
                                  std::ranges::all_of(nodes, [&](uint32_t node) { return isBone[node]; });
        if (named < 2 && !isIn(isBone)) continue;
        tell(findings, "bone-name-duplicate", named < 2 || areOfSeveral ? Severity::info : Severity::warning,
             nodeSubjects(nodes),
             named < 2 ? "is also the name of a node that is no bone, and clips find bones by name"
                       : "is the name of " + std::to_string(nodes.size()) + " nodes, and clips find bones by name");
    }
}

}  // namespace

std::vector<Finding> checkSkeletons(const CheckedModel& checked, uint32_t maxBones) {
    std::vector<Finding> findings;
    findBinding(checked, findings);
    findSplit(checked, maxBones, findings);
    findRigid(checked, findings);
    findRestScales(checked.model, findings);
    findDuplicates(checked.model, findings);
    findOutlying(checked, findings);
    return findings;
}

}  // namespace sinew
