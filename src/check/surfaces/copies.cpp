#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/found.h"
#include "check/surfaces/limits.h"

namespace sinew {
namespace {

constexpr uint32_t kNoMover = std::numeric_limits<uint32_t>::max();

using Size = std::pair<size_t, size_t>;  // vertices, indices

Size sizeOf(const Model& model, const MeshGroup& group) {
    Size size;
    for (const uint32_t instance : group.instances) {
        const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
        size.first += mesh.vertexCount();
        size.second += mesh.indices.size();
    }
    return size;
}

/// By node: the nearest one, at or above it, that a clip moves. Such nodes may rest in one place, as the folded blades
/// of a fan do.
std::vector<uint32_t> moversOf(const Model& model) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<uint32_t> movers(hierarchy.size(), kNoMover);
    for (const AnimationClip& clip : model.clips)
        for (const Channel& channel : clip.channels)
            movers[channel.node] = channel.node;
    for (size_t node = 0; node < movers.size(); ++node)
        if (const int32_t parent = hierarchy.parents[node]; movers[node] == kNoMover && parent != kNoParent)
            movers[node] = movers[static_cast<size_t>(parent)];
    return movers;
}

/// True if both have the same triangles in the same places.
bool areCopies(const CheckedModel& checked, const std::vector<uint32_t>& movers, const MeshGroup& one,
               const MeshGroup& other) {
    if (one.instances.size() != other.instances.size() || one.skinned != other.skinned) return false;
    for (size_t i = 0; i < one.instances.size(); ++i) {
        const auto moverOf = [&](const MeshGroup& group) {
            return movers[checked.model.instances[group.instances[i]].node];
        };
        if (!one.skinned && moverOf(one) != moverOf(other)) return false;
        const auto indicesOf = [&](const MeshGroup& group) -> const std::vector<uint32_t>& {
            return checked.model.meshes[checked.model.instances[group.instances[i]].mesh].indices;
        };
        const std::vector<glm::vec3>& positions = checked.restPositions(one.instances[i]);
        const std::vector<glm::vec3>& others = checked.restPositions(other.instances[i]);
        if (positions.size() != others.size() || indicesOf(one) != indicesOf(other)) return false;
        for (size_t v = 0; v < positions.size(); ++v)
            if (!(glm::distance(positions[v], others[v]) <= kSurface.nothing * checked.rest.size)) return false;
    }
    return true;
}

/// True if two nodes draw one mesh in one place, and move together.
bool areDrawnTwice(const CheckedModel& checked, const std::vector<uint32_t>& movers, const MeshInstance& one,
                   const MeshInstance& other) {
    const auto placeOf = [&](const MeshInstance& instance) {
        return checked.rest.worldFromNode[instance.node] * instance.bones.front().inverseBindMatrix;
    };
    const std::vector<int32_t>& parents = checked.model.hierarchy.parents;
    return one.node != other.node && parents[one.node] == parents[other.node] &&
           movers[one.node] == movers[other.node] && placeOf(one) == placeOf(other);
}

/// Meshes that two nodes show in the same place.
void checkInstances(const CheckedModel& checked, const std::vector<uint32_t>& movers, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    std::map<uint32_t, std::vector<const MeshInstance*>> shown;  // by mesh
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (mesh.indices.size() < 3 * kSurface.copiedFaces || instance.skinned) continue;
        std::vector<const MeshInstance*>& others = shown[instance.mesh];
        const auto twin = std::ranges::find_if(
            others, [&](const MeshInstance* other) { return areDrawnTwice(checked, movers, *other, instance); });
        if (twin != others.end())
            findings.push_back(
                Found("mesh-twice", Severity::info,
                      {meshSubject(instance.mesh), nodeSubject((*twin)->node), nodeSubject(instance.node)},
                      "is drawn twice in the same place, by {} and {}"));
        else if (others.size() < kSurface.crowd)
            others.push_back(&instance);
    }
}

}  // namespace

std::vector<Finding> checkCopies(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const std::vector<uint32_t> movers = moversOf(checked.model);
    std::map<Size, std::vector<const MeshGroup*>> known;  // each once
    for (const MeshGroup& group : checked.groups) {
        const Size size = sizeOf(checked.model, group);
        if (size.second < 3 * kSurface.copiedFaces) continue;
        std::vector<const MeshGroup*>& others = known[size];
        const auto copied = std::ranges::find_if(
            others, [&](const MeshGroup* other) { return areCopies(checked, movers, *other, group); });
        if (copied == others.end())
            others.push_back(&group);
        else
            findings.push_back(Found("mesh-twice", Severity::info,
                                     {meshSubject(checked.model, group), meshSubject(checked.model, **copied)},
                                     "has the same triangles in the same place as {}"));
    }
    checkInstances(checked, movers, findings);
    return findings;
}

}  // namespace sinew
