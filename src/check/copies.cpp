#include <map>
#include <utility>

#include <glm/geometric.hpp>

#include "check/checks.h"

namespace sinew {
namespace {

constexpr float kSamePoint = 1e-5f;  // of the model's size
constexpr size_t kMinCopied = 12;    // triangles

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
    return findings;
}

}  // namespace sinew
