#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "check/bones.h"
#include "check/checks.h"
#include "check/words.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

constexpr uint32_t kStrong = kWeightOne / 2;  // a bone that holds a vertex
constexpr uint32_t kBleeds = kWeightOne / 5;  // and the one of the other side, as well
constexpr double kMostBleeding = 0.5;         // of the vertices that a bone holds
constexpr size_t kMinBleeding = 8;            // vertices
constexpr size_t kMinLost = 8;                // vertices that the bone of the other side holds
constexpr double kMostHeldAcross = 0.2;       // of these, on the wrong side
constexpr double kFew = 0.3;                  // of the triangles at the other side
constexpr float kSidesApart = 0.01f;          // of the model's size: bones of both sides, in the mean
constexpr double kBothSides = 0.6;            // of the triangles at the other side, by their places
constexpr size_t kMinEmpty = 3;               // bones with so few
constexpr double kMostEmpty = 0.6;            // of the pairs of bones, and of these on one side

/// The topmost node of each limb: a subtree of bones whose names state a side. kNoParent elsewhere.
std::vector<int32_t> limbsOf(const NodeHierarchy& hierarchy, const std::vector<bool>& isBone) {
    std::vector<int32_t> limbs(hierarchy.size(), kNoParent), above(hierarchy.size(), kNoParent);
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        if (parent != kNoParent) above[node] = above[static_cast<size_t>(parent)];
        if (!isBone[node] || sideOf(hierarchy.names[node]) == Side::none) continue;
        if (above[node] == kNoParent) above[node] = static_cast<int32_t>(node);
        limbs[node] = above[node];
    }
    return limbs;
}

/// Bones named for a side that are part of a limb of the other side, as is the bone of the other side.
void checkNames(const Model& model, const std::vector<bool>& isBone, const std::vector<std::optional<uint32_t>>& twins,
                std::vector<Finding>& findings) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    const std::vector<int32_t> limbs = limbsOf(hierarchy, isBone);
    std::map<int32_t, std::array<size_t, 2>> counts;
    const auto isRight = [&](size_t node) { return sideOf(hierarchy.names[node]) == Side::right; };
    for (size_t node = 0; node < limbs.size(); ++node)
        if (limbs[node] != kNoParent) ++counts[limbs[node]][isRight(node)];
    const auto isOdd = [&](size_t node) {
        if (limbs[node] == kNoParent) return false;
        const std::array<size_t, 2>& own = counts.at(limbs[node]);
        return own[isRight(node)] <= own[!isRight(node)];
    };
    const auto othersOf = [&](uint32_t top) {
        std::vector<std::string> names;
        for (size_t node = 0; node < limbs.size(); ++node)
            if (limbs[node] == static_cast<int32_t>(top) && isRight(node) != isRight(top))
                names.push_back(hierarchy.names[node]);
        return names;
    };
    for (uint32_t node = 0; node < limbs.size(); ++node) {
        if (!isOdd(node) || !twins[node] || !isOdd(*twins[node]) || limbs[*twins[node]] == limbs[node]) continue;
        const auto limb = static_cast<uint32_t>(limbs[node]);
        const std::string where = limb == node ? "has below it bones of the other side: " + listed(othersOf(node))
                                               : "belongs to the limb of '" + hierarchy.names[limb] + "'";
        findings.push_back(
            {"bone-side", Severity::warning, hierarchy.names[node],
             std::string("is named for the ") + (isRight(node) ? "right" : "left") + " side, but " + where});
    }
}

/// Bones whose vertices the bone of the other side holds, too.
void checkWeightsAcross(const Model& model, const MeshGroup& group, const std::vector<std::optional<uint32_t>>& twins,
                        std::vector<Finding>& findings) {
    struct Count {
        size_t held = 0, bleeding = 0;
    };
    std::map<uint32_t, Count> counts;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (size_t v = 0; v < mesh.vertexCount(); ++v) {
            const Influences& own = mesh.influences[v];
            if (own.weights[0] < kStrong) continue;
            const uint32_t node = instance.bones[own.bones[0]].node;
            if (!twins[node]) continue;
            Count& count = counts[node];
            ++count.held;
            for (size_t i = 1; i < kInfluencesPerVertex; ++i)
                count.bleeding += own.weights[i] >= kBleeds && instance.bones[own.bones[i]].node == *twins[node];
        }
    }
    for (const auto& [node, count] : counts) {
        const auto& names = model.hierarchy.names;
        if (count.bleeding < kMinBleeding ||
            static_cast<double>(count.bleeding) < kMostBleeding * static_cast<double>(count.held))
            continue;
        const Measured part = measuredPart(count.bleeding, count.held, "vertex", "vertices");
        findings.push_back(
            {"weights-across", Severity::warning, names[*twins[node]],
             "pulls at " + part.text + " of '" + group.name + "' that '" + names[node] + "' on the other side holds",
             part.figure});
    }
}

/// Joints that move no vertex, although those of the other side do: their weights were lost, or went to these.
void checkLost(const CheckedModel& checked, const ImportReport& report, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const std::vector<std::string>& names = model.hierarchy.names;
    std::set<std::string_view> unused;
    for (const Finding& finding : report.findings)
        if (finding.id == "bone-unused") unused.insert(finding.object);
    if (unused.empty()) return;
    std::map<uint32_t, std::vector<glm::vec3>> held;  // places of the vertices at rest, by bone
    for (uint32_t i = 0; i < model.instances.size(); ++i) {
        const MeshInstance& instance = model.instances[i];
        if (!instance.skinned) continue;
        const std::vector<Influences>& influences = model.meshes[instance.mesh].influences;
        for (size_t v = 0; v < influences.size(); ++v)
            if (influences[v].weights[0] >= kStrong)
                held[instance.bones[influences[v].bones[0]].node].push_back(checked.restPositions(i)[v]);
    }
    const auto origin = [&](uint32_t node) { return glm::vec3(checked.rest.worldFromNode[node][3]); };
    for (const auto& [twin, places] : held) {
        const std::optional<uint32_t> node = checked.twins[twin];
        if (!node || !unused.contains(names[*node]) || places.size() < kMinLost) continue;
        if (isNamedLikeSocket(names[*node]) || hasWord(wordsOf(names[*node]), {"target", "pole", "ik"})) continue;
        const auto near = static_cast<size_t>(std::ranges::count_if(places, [&](const glm::vec3& place) {
            return glm::distance(place, origin(*node)) < glm::distance(place, origin(twin));
        }));
        std::string message = "moves no vertex, although '" + names[twin] + "' on the other side does";
        if (static_cast<double>(near) > kMostHeldAcross * static_cast<double>(places.size())) {
            const Measured part = measuredPart(near, places.size(), "vertex", "vertices");
            findings.push_back({"weights-lost", Severity::warning, names[*node],
                                message + ": " + part.text + " that it holds are on this side", part.figure});
        } else {
            findings.push_back({"weights-lost", Severity::info, names[*node], message});
        }
    }
}

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

/// Far more triangles on one side of a figure: by the bones that move their corners most.
void checkHalves(const CheckedModel& checked, std::vector<Finding>& findings) {
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
    if (!largest) return;
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
        return;
    if (hasBothSides(checked, sides)) return;  // of which one follows other bones
    const bool isLeft = 2 * left > empty.size();
    const Measured count = measuredPart(empty.size(), pairs, "bone", "bones");
    findings.push_back({"mesh-halved", Severity::warning, largest->name,
                        "has few triangles or none at " + count.text + " on the " + (isLeft ? "left" : "right") + ", " +
                            listed(empty, 3) + ", but many on the " + (isLeft ? "right" : "left"),
                        count.figure});
}

}  // namespace

std::vector<Finding> checkSides(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const std::vector<bool> isBone = boneNodes(model);
    checkNames(model, isBone, checked.twins, findings);
    checkHalves(checked, findings);
    checkLost(checked, report, findings);
    for (const MeshGroup& group : checked.groups)
        if (group.skinned) checkWeightsAcross(model, group, checked.twins, findings);
    return findings;
}

}  // namespace sinew
