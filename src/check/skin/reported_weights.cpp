#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/skin/skin_rules.h"
#include "model/skinned_mesh.h"

namespace sinew {
namespace {

constexpr size_t kMostDistances = 1 << 18;  // that are measured

/// The sum over all meshes of a group.
InfluenceReport influencesOf(const Model& model, const ImportReport& report, const MeshGroup& group) {
    InfluenceReport sum;
    for (const uint32_t instance : group.instances) {
        const InfluenceReport& one = report.influences[model.instances[instance].mesh];
        sum.largest = std::max(sum.largest, one.largest);
        sum.cutVertices += one.cutVertices;
        sum.largestWeightLost = std::max(sum.largestWeightLost, one.largestWeightLost);
        sum.renormalizedVertices += one.renormalizedVertices;
        if (std::abs(one.farthestSum - 1.0f) > std::abs(sum.farthestSum - 1.0f)) sum.farthestSum = one.farthestSum;
        sum.unweightedVertices += one.unweightedVertices;
    }
    return sum;
}

Finding cutFinding(const CheckedModel& checked, const ImportReport& report, const MeshGroup& group,
                   const InfluenceReport& influences) {
    std::vector<CutMesh> cuts;
    for (const uint32_t instance : group.instances)
        std::ranges::copy_if(report.cutMeshes, std::back_inserter(cuts),
                             [&](const CutMesh& cut) { return cut.mesh == checked.model.instances[instance].mesh; });
    const float size = checked.rest.size, error = size > 0.0f ? largestCutError(checked.model, cuts) : 0.0f;
    const Measured cost = cuts.empty()
                              ? measuredShare(static_cast<double>(influences.largestWeightLost), "a vertex's weight")
                              : measuredOfSize(error, size > 0.0f ? size : 1.0f);
    const bool isVisible = cuts.empty() || error > kVisible.way * size;
    return Found("influences-cut", isVisible ? Severity::warning : Severity::info, {meshSubject(checked.model, group)},
                 counted(influences.cutVertices, "vertex has", "vertices have") + " more than " +
                     std::to_string(report.keptInfluences) + " influences, up to " +
                     std::to_string(influences.largest) + "; dropping the rest " +
                     (cuts.empty() ? "loses" : "moves a vertex by") + " up to " + cost.text,
                 cost.figure);
}

/// The bone whose joint is nearest to most of the vertices that follow none.
std::optional<uint32_t> boneBesideUnweighted(const CheckedModel& checked, const MeshGroup& group) {
    std::map<uint32_t, size_t> counts;  // vertices, by node
    for (const uint32_t i : group.instances) {
        const MeshInstance& instance = checked.model.instances[i];
        const SkinnedMesh& mesh = checked.model.meshes[instance.mesh];
        if (instance.bones.empty() || !carriesUnweighted(instance, instance.bones.back())) continue;
        const size_t stride = mesh.vertexCount() * instance.bones.size() / kMostDistances + 1;
        for (size_t v = 0; v < mesh.vertexCount(); v += stride) {
            if (mesh.influences[v].bones[0] != instance.bones.size() - 1) continue;
            const auto away = [&](const Bone& bone) {
                return glm::distance(checked.restPositions(i)[v], glm::vec3(checked.rest.worldFromNode[bone.node][3]));
            };
            ++counts[std::ranges::min_element(instance.bones.begin(), instance.bones.end() - 1, {}, away)->node];
        }
    }
    if (counts.empty()) return std::nullopt;
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    return most->first;
}

}  // namespace

std::vector<Finding> checkWeights(const CheckedModel& checked, const ImportReport& report) {
    std::vector<Finding> findings;
    // FBX weights are normalized by the reader, unless the skin says otherwise (the link mode of FbxCluster).
    const bool isNormalizedByReader = report.format.find("FBX") != std::string::npos;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        const Subject mesh = meshSubject(checked.model, group);
        const InfluenceReport influences = influencesOf(checked.model, report, group);
        if (influences.cutVertices > 0) findings.push_back(cutFinding(checked, report, group, influences));
        if (influences.renormalizedVertices > 0) {
            const bool isUsual =
                std::abs(influences.farthestSum - 1.0f) < (isNormalizedByReader ? kSkin.sumFarOff : kSkin.sumOff);
            const Measured vertices = measuredCount(influences.renormalizedVertices, "vertex", "vertices");
            tell(findings, "weights-not-normalised", isUsual ? Severity::info : Severity::warning, {mesh},
                 "the weights of " + vertices.text + " do not sum to 1; the farthest off sums to " +
                     figure(static_cast<double>(influences.farthestSum)),
                 vertices.figure);
        }
        if (influences.unweightedVertices == 0) continue;
        size_t all = 0;
        for (const uint32_t instance : group.instances)
            all += checked.model.meshes[checked.model.instances[instance].mesh].vertexCount();
        const Measured vertices = measuredPart(influences.unweightedVertices, all, "vertex", "vertices");
        Found found{"vertices-unweighted",
                    Severity::warning,
                    {mesh},
                    vertices.text + " have no weights and stay behind when the skeleton moves",
                    vertices.figure};
        if (const auto beside = boneBesideUnweighted(checked, group)) {
            found.says += ", most of them near {}";
            found.subjects.push_back(nodeSubject(*beside));
        }
        findings.push_back(found);
    }
    return findings;
}

}  // namespace sinew
