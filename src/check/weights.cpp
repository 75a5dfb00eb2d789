#include "check/checks.h"

#include <cmath>
#include <map>
#include <span>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/stray_weights.h"
#include "model/cpu_skinning.h"

namespace sinew {
namespace {

constexpr size_t kMostBeside = 1 << 18;  // distances that are measured
constexpr uint32_t kEqualWeights = 8;    // of kWeightOne: rounding
constexpr size_t kMinEqual = 24;         // vertices
constexpr float kVisibleError = 0.01f;   // of the model's size, by the cut: above it is a warning

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

std::vector<CutMesh> cutsOf(const Model& model, const ImportReport& report, const MeshGroup& group) {
    std::vector<CutMesh> cuts;
    for (const uint32_t instance : group.instances)
        std::ranges::copy_if(report.cutMeshes, std::back_inserter(cuts),
                             [&](const CutMesh& cut) { return cut.mesh == model.instances[instance].mesh; });
    return cuts;
}

void checkCut(const Model& model, const ImportReport& report, const MeshGroup& group, const InfluenceReport& influences,
              float size, std::vector<Finding>& findings) {
    const std::vector<CutMesh> cuts = cutsOf(model, report, group);
    const float error = size > 0.0f ? largestCutError(model, cuts) : 0.0f;
    const Measured cost = cuts.empty()
                              ? measuredShare(static_cast<double>(influences.largestWeightLost), "a vertex's weight")
                              : measuredOfSize(error, size > 0.0f ? size : 1.0f);
    const bool isVisible = cuts.empty() || error > kVisibleError * size;
    findings.push_back(
        {"influences-cut", isVisible ? Severity::warning : Severity::info, group.name,
         counted(influences.cutVertices, "vertex has", "vertices have") + " more than " +
             std::to_string(report.keptInfluences) + " influences, up to " + std::to_string(influences.largest) +
             (cuts.empty() ? "; dropping the rest loses up to " : "; dropping the rest moves a vertex by up to ") +
             cost.text,
         cost.figure});
}

/// The bone whose joint is nearest to most of the vertices that follow none; empty if there is none.
std::string boneBesideUnweighted(const CheckedModel& checked, const MeshGroup& group) {
    std::map<uint32_t, size_t> counts;  // vertices, by node
    size_t distances = 0;
    for (const uint32_t i : group.instances)
        distances += checked.model.meshes[checked.model.instances[i].mesh].vertexCount() *
                     checked.model.instances[i].bones.size();
    const size_t stride = distances / kMostBeside + 1;
    for (const uint32_t i : group.instances) {
        const MeshInstance& instance = checked.model.instances[i];
        const SkinnedMesh& mesh = checked.model.meshes[instance.mesh];
        if (instance.bones.empty() || !carriesUnweighted(instance, instance.bones.back())) continue;
        for (size_t v = 0; v < mesh.vertexCount(); v += stride) {
            if (mesh.influences[v].bones[0] != instance.bones.size() - 1) continue;
            const glm::vec3& position = checked.restPositions(i)[v];
            const auto away = [&](const Bone& bone) {
                return glm::distance(position, glm::vec3(checked.rest.worldFromNode[bone.node][3]));
            };
            const std::span<const Bone> joints(instance.bones.data(), instance.bones.size() - 1);
            ++counts[std::ranges::min_element(joints, {}, away)->node];
        }
    }
    if (counts.empty()) return {};
    const auto most = std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; });
    return checked.model.hierarchy.names[most->first];
}

void checkReport(const CheckedModel& checked, const ImportReport& report, const MeshGroup& group, float size,
                 std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const InfluenceReport influences = influencesOf(model, report, group);
    const std::string& name = group.name;
    if (influences.cutVertices > 0) checkCut(model, report, group, influences, size, findings);
    // FBX weights are normalized by the reader, unless the skin says otherwise (the link mode of FbxCluster).
    const bool isNormalizedByReader = report.format.find("FBX") != std::string::npos;
    if (influences.renormalizedVertices > 0) {
        const Measured vertices = measuredCount(influences.renormalizedVertices, "vertex", "vertices");
        findings.push_back({"weights-not-normalised", isNormalizedByReader ? Severity::info : Severity::warning, name,
                            "the weights of " + vertices.text + " do not sum to 1, but to " +
                                figure(static_cast<double>(influences.farthestSum)) + " where it is farthest from that",
                            vertices.figure});
    }
    if (influences.unweightedVertices == 0) return;
    size_t all = 0;
    for (const uint32_t instance : group.instances)
        all += model.meshes[model.instances[instance].mesh].vertexCount();
    const Measured vertices = measuredPart(influences.unweightedVertices, all, "vertex", "vertices");
    const std::string beside = boneBesideUnweighted(checked, group);
    findings.push_back({"vertices-unweighted", Severity::warning, name,
                        vertices.text + " have no weights and stay behind when the skeleton moves" +
                            (beside.empty() ? "" : ", most of them near '" + beside + "'"),
                        vertices.figure});
}

/// Vertices of several bones that all weigh the same, as a tool writes them that lost the weights.
void checkEqual(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    size_t several = 0, many = 0;  // vertices of two bones or more, and of three or more
    for (const uint32_t instance : group.instances)
        for (const Influences& influences : model.meshes[model.instances[instance].mesh].influences) {
            size_t count = 0;
            uint32_t least = kWeightOne, most = 0;
            for (const uint16_t weight : influences.weights) {
                if (weight == 0) continue;
                ++count;
                least = std::min<uint32_t>(least, weight), most = std::max<uint32_t>(most, weight);
            }
            if (count < 2) continue;
            if (most - least > kEqualWeights) return;
            ++several, many += count > 2;
        }
    if (many < kMinEqual) return;
    const Measured vertices = measuredCount(several, "vertex", "vertices");
    findings.push_back(
        {"weights-equal", Severity::info, group.name,
         "weighs all bones of a vertex alike, in all " + vertices.text + " of several bones: were the weights lost?",
         vertices.figure});
}

}  // namespace

std::vector<Finding> checkWeights(const CheckedModel& checked, const ImportReport& report) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : checked.groups) {
        if (!group.skinned) continue;
        checkReport(checked, report, group, checked.rest.size, findings);
        checkEqual(checked.model, group, findings);
        checkStrayWeights(checked, group, findings);
    }
    return findings;
}

}  // namespace sinew
