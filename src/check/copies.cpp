#include <algorithm>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"

namespace sinew {
namespace {

constexpr float kSamePoint = 1e-5f;   // of the model's size
constexpr size_t kMinCopied = 12;     // triangles
constexpr size_t kMostCompared = 64;  // instances of one mesh

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

/// True if both have the same triangles in the same places.
bool areCopies(const CheckedModel& checked, const MeshGroup& one, const MeshGroup& other) {
    if (one.instances.size() != other.instances.size()) return false;
    for (size_t i = 0; i < one.instances.size(); ++i) {
        const auto indicesOf = [&](const MeshGroup& group) -> const std::vector<uint32_t>& {
            return checked.model.meshes[checked.model.instances[group.instances[i]].mesh].indices;
        };
        const std::vector<glm::vec3>& positions = checked.restPositions(one.instances[i]);
        const std::vector<glm::vec3>& others = checked.restPositions(other.instances[i]);
        if (positions.size() != others.size() || indicesOf(one) != indicesOf(other)) return false;
        for (size_t v = 0; v < positions.size(); ++v)
            if (!(glm::distance(positions[v], others[v]) <= kSamePoint * checked.rest.size)) return false;
    }
    return true;
}

/// True if both draw one mesh in one place, moved by the same bones.
bool areDrawnTwice(const CheckedModel& checked, const MeshInstance& one, const MeshInstance& other) {
    if (one.mesh != other.mesh || one.node == other.node || one.skinned != other.skinned ||
        one.bones.size() != other.bones.size())
        return false;
    return std::ranges::equal(one.bones, other.bones, [&](const Bone& own, const Bone& twin) {
        const glm::mat4 a = checked.rest.worldFromNode[own.node] * own.inverseBindMatrix;
        const glm::mat4 b = checked.rest.worldFromNode[twin.node] * twin.inverseBindMatrix;
        return a == b && checked.model.hierarchy.parents[own.node] == checked.model.hierarchy.parents[twin.node];
    });
}

/// Meshes that two nodes show in the same place.
void checkInstances(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    std::map<uint32_t, std::vector<const MeshInstance*>> shown;  // by mesh
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (mesh.indices.size() < 3 * kMinCopied || instance.skinned) continue;
        std::vector<const MeshInstance*>& others = shown[instance.mesh];
        const auto twin = std::ranges::find_if(
            others, [&](const MeshInstance* other) { return areDrawnTwice(checked, *other, instance); });
        if (twin != others.end())
            findings.push_back({"mesh-twice", Severity::info, mesh.name,
                                "is drawn twice in the same place, by '" + model.hierarchy.names[(*twin)->node] +
                                    "' and '" + model.hierarchy.names[instance.node] + "'"});
        else if (others.size() < kMostCompared)
            others.push_back(&instance);
    }
}

}  // namespace

std::vector<Finding> checkCopies(const CheckedModel& checked) {
    std::vector<Finding> findings;
    std::map<Size, std::vector<const MeshGroup*>> known;  // each once
    for (const MeshGroup& group : checked.groups) {
        const Size size = sizeOf(checked.model, group);
        if (size.second < 3 * kMinCopied) continue;
        std::vector<const MeshGroup*>& others = known[size];
        const auto copied =
            std::ranges::find_if(others, [&](const MeshGroup* other) { return areCopies(checked, *other, group); });
        if (copied == others.end())
            others.push_back(&group);
        else
            findings.push_back({"mesh-twice", Severity::info, group.name,
                                "has the same triangles in the same place as '" + (*copied)->name + "'"});
    }
    checkInstances(checked, findings);
    return findings;
}

}  // namespace sinew
