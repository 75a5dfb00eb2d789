#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr double kFew = 0.3;          // of the triangles at the other side
constexpr float kSidesApart = 0.01f;  // of the model's size: bones of both sides, in the mean
constexpr double kBothSides = 0.6;    // of the triangles at the other side, by their places
constexpr size_t kMinEmpty = 3;       // bones with so few
constexpr double kMostEmpty = 0.6;    // of the pairs of bones, and of these on one side

/// True if about as many corners lie around the second bones of these pairs as around the first.
bool hasBothSides(const CheckedModel& checked, const std::vector<std::pair<uint32_t, uint32_t>>& sides) {
    glm::vec3 full(0.0f), empty(0.0f);
    for (const auto& [one, other] : sides) {
        full += glm::vec3(checked.rest.worldFromNode[one][3]);
        empty += glm::vec3(checked.rest.worldFromNode[other][3]);
    }
    const auto count = static_cast<float>(sides.size());
    if (glm::distance(full, empty) < kSidesApart * count * checked.rest.size) return false;
    size_t atFull = 0, atEmpty = 0;
    for (uint32_t i = 0; i < checked.model.instances.size(); ++i) {
        if (!checked.ofFigure[i]) continue;
        const std::vector<glm::vec3>& places = checked.restPositions(i);
        for (const uint32_t vertex : checked.model.meshes[checked.model.instances[i].mesh].indices)
            ++(glm::dot(places[vertex] - 0.5f / count * (full + empty), full - empty) > 0.0f ? atFull : atEmpty);
    }
    return static_cast<double>(atEmpty) > kBothSides * static_cast<double>(atFull);
}

}  // namespace

/// By the bones that move the corners of triangles most.
std::vector<Finding> checkSides(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<size_t> corners(model.hierarchy.size());
    for (size_t i = 0; i < model.instances.size(); ++i) {  // a mesh may be shown on both sides
        if (!checked.ofFigure[i]) continue;
        const MeshInstance& instance = model.instances[i];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (const uint32_t vertex : mesh.indices)
            ++corners[instance.skinned ? instance.bones[mesh.influences[vertex].bones[0]].node : instance.node];
    }
    const MeshGroup* largest = nullptr;
    size_t most = 0;
    for (const MeshGroup& group : checked.groups) {
        size_t own = 0;
        for (const uint32_t index : group.instances)
            own += model.meshes[model.instances[index].mesh].indices.size();
        if (group.skinned && own > most) most = own, largest = &group;
    }
    if (!largest) return {};
    std::vector<std::string> empty;
    std::vector<std::pair<uint32_t, uint32_t>> sides;  // a bone with triangles, and the one on the other side
    size_t pairs = 0, left = 0;
    for (uint32_t node = 0; node < corners.size(); ++node) {
        const std::optional<uint32_t> twin = checked.twins[node];
        if (!twin || corners[node] == 0 || corners[node] < corners[*twin]) continue;
        if (corners[node] == corners[*twin] && node > *twin) continue;
        ++pairs;
        if (static_cast<double>(corners[*twin]) > kFew * static_cast<double>(corners[node])) continue;
        left += sideOf(model.hierarchy.names[*twin]) == Side::left;
        empty.push_back(model.hierarchy.names[*twin]);
        sides.emplace_back(node, *twin);
    }
    const auto enough = [&](size_t count, size_t all) {
        return static_cast<double>(count) >= kMostEmpty * static_cast<double>(all);
    };
    if (empty.size() < kMinEmpty || !enough(empty.size(), pairs) ||
        !enough(std::max(left, empty.size() - left), empty.size()))
        return {};
    if (hasBothSides(checked, sides)) return {};  // of which one follows other bones
    const bool isLeft = 2 * left > empty.size();
    const Measured count = measuredPart(empty.size(), pairs, "bone", "bones");
    return {{"mesh-halved", Severity::warning, largest->name,
             "has few triangles or none at " + count.text + " on the " + (isLeft ? "left" : "right") + ", " +
                 listed(empty, 3) + ", but many on the " + (isLeft ? "right" : "left"),
             count.figure}};
}

}  // namespace sinew
