#include "check/skin/held_mesh.h"

#include <algorithm>
#include <map>
#include <utility>

#include "check/skin/limits.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

std::vector<glm::vec3> boundVertices(const Model& model, const BoneLines& lines, uint32_t index) {
    const MeshInstance& instance = model.instances[index];
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, lines.worldFromNode(), palette);
    std::vector<glm::vec3> places(mesh.vertexCount());
    for (size_t v = 0; v < places.size(); ++v)
        places[v] = skinnedPosition(mesh, v, palette);
    return places;
}

/// The nodes that move a vertex, each once, and their weights.
void findHolders(const Model& model, uint32_t index, uint32_t vertex,
                 std::vector<std::pair<uint32_t, float>>& holders) {
    const MeshInstance& instance = model.instances[index];
    holders.clear();
    forEachInfluence(model.meshes[instance.mesh], vertex, [&](uint16_t bone, uint16_t weight) {
        const uint32_t node = instance.bones[bone].node;
        const auto known = std::ranges::find(holders, node, &std::pair<uint32_t, float>::first);
        float& sum = known != holders.end() ? known->second : holders.emplace_back(node, 0.0f).second;
        sum += static_cast<float>(weight) / static_cast<float>(kWeightOne);
    });
}

void hold(HeldBone& bone, uint32_t point, const glm::vec3& at, float weight, const BoneLines& lines) {
    bone.weight += weight;
    bone.middle += weight * at;
    if (weight >= kSkin.seenWeight) bone.points.push_back(point), bone.away.push_back(lines.away(bone.node, at));
    if (weight >= kSkin.goodWeight) ++bone.quarters, bone.others += 1.0f - weight;
}

}  // namespace

HeldMesh heldMesh(const CheckedModel& checked, const BoneLines& lines, const MeshGroup& group) {
    const Model& model = checked.model;
    HeldMesh held{.group = &group};
    struct Vertices {
        std::vector<glm::vec3> places;
        std::vector<bool> isSeen;
    };
    std::map<uint32_t, Vertices> vertices;  // by instance
    held.places.resize(checked.surfaceOf(group).pointCount);
    std::vector<HeldBone> bones(model.hierarchy.size());
    std::vector<std::pair<uint32_t, float>> holders;
    for (const auto& [index, vertex, point] : checked.surfaceOf(group).corners) {
        auto& [bound, isSeen] = vertices[index];
        if (bound.empty()) bound = boundVertices(model, lines, index), isSeen.resize(bound.size());
        if (isSeen[vertex]) continue;
        isSeen[vertex] = true, ++held.vertices;
        const glm::vec3 at = held.places[point] = bound[vertex];
        held.box.add(at);
        findHolders(model, index, vertex, holders);
        for (const auto& [node, weight] : holders)
            bones[node].node = node, hold(bones[node], point, at, weight, lines);
    }
    size_t ended = 0;
    for (HeldBone& bone : bones) {
        if (!(bone.weight > 0.0f)) continue;
        bone.middle /= bone.weight;
        ended += lines.hasEnd(bone.node);
        held.bones.push_back(std::move(bone));
    }
    held.isFlat = 2 * ended < held.bones.size();
    for (HeldBone& bone : held.bones) {
        bone.middleAway = lines.away(bone.node, bone.middle);
        if (!held.isFlat && bone.points.size() >= kSkin.strayPoints &&
            bone.middleAway > kSkin.middleAway * std::min(checked.rest.size, held.box.diagonal()))
            bone.around = held.boneAround(lines, bone.middle, bone.middleAway);
    }
    return held;
}

std::optional<size_t> HeldMesh::boneAround(const BoneLines& lines, const glm::vec3& place, float away) const {
    std::optional<size_t> around;
    float least = kSkin.nearer * away;
    for (size_t i = 0; i < bones.size(); ++i)
        if (const float own = lines.away(bones[i].node, place); own < least) least = own, around = i;
    return around;
}

}  // namespace sinew
