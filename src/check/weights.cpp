#include "check/checks.h"

#include <map>

#include <glm/geometric.hpp>

#include "check/surface.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

// Shares of the model's size.
constexpr float kVisibleError = 0.01f;  // of a vertex position, by the cut: above it is a warning
constexpr float kFarVertex = 0.35f;     // from a vertex to a bone that moves it
constexpr float kFarBone = 0.5f;        // from a bone to the nearest vertex that it moves

constexpr float kTimesMedian = 4.0f;                  // a stray vertex is so many times the bone's median distance away
constexpr uint32_t kNotableWeight = kWeightOne / 20;  // less is hardly visible

/// The sum over all meshes of a group.
InfluenceReport influencesOf(const Model& model, const ImportReport& report, const MeshGroup& group) {
    InfluenceReport sum;
    for (const uint32_t instance : group.instances) {
        const InfluenceReport& one = report.influences[model.instances[instance].mesh];
        sum.largest = std::max(sum.largest, one.largest);
        sum.cutVertices += one.cutVertices;
        sum.largestWeightLost = std::max(sum.largestWeightLost, one.largestWeightLost);
        sum.renormalizedVertices += one.renormalizedVertices;
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

void checkReport(const Model& model, const ImportReport& report, const MeshGroup& group, float size,
                 std::vector<Finding>& findings) {
    const InfluenceReport influences = influencesOf(model, report, group);
    const std::string& name = group.name;
    if (influences.cutVertices > 0) checkCut(model, report, group, influences, size, findings);
    // FBX weights are normalized by the reader, unless the skin says otherwise (the link mode of FbxCluster).
    const bool isNormalizedByReader = report.format.find("FBX") != std::string::npos;
    if (influences.renormalizedVertices > 0) {
        const Measured vertices = measuredCount(influences.renormalizedVertices, "vertex", "vertices");
        findings.push_back({"weights-not-normalised", isNormalizedByReader ? Severity::info : Severity::warning, name,
                            "the weights of " + vertices.text + " do not sum to 1", vertices.figure});
    }
    if (influences.unweightedVertices == 0) return;
    size_t all = 0;
    for (const uint32_t instance : group.instances)
        all += model.meshes[model.instances[instance].mesh].vertexCount();
    const Measured vertices = measuredPart(influences.unweightedVertices, all, "vertex", "vertices");
    findings.push_back({"vertices-unweighted", Severity::warning, name,
                        vertices.text + " have no weights and stay behind when the skeleton moves", vertices.figure});
}

/// Adds, for each bone of an instance, its distances to the vertices that it notably moves.
void addDistances(const SkinnedMesh& mesh, const MeshInstance& instance, const RestPose& rest,
                  std::map<uint32_t, std::vector<float>>& distances) {
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, rest.worldFromNode, palette);
    std::vector<std::vector<float>> ofBones(instance.bones.size());
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        const glm::vec3 position(blendedMatrix(mesh, v, palette) * glm::vec4(mesh.positions[v], 1.0f));
        forEachInfluence(mesh, v, [&](uint16_t bone, uint16_t weight) {
            const glm::vec3 boneAt(rest.worldFromNode[instance.bones[bone].node][3]);
            if (weight >= kNotableWeight) ofBones[bone].push_back(glm::distance(position, boneAt));
        });
    }
    for (size_t b = 0; b < ofBones.size(); ++b) {
        std::vector<float>& all = distances[instance.bones[b].node];
        all.insert(all.end(), ofBones[b].begin(), ofBones[b].end());
    }
}

void checkDistances(const Model& model, const MeshGroup& group, const RestPose& rest, std::vector<Finding>& findings) {
    std::map<uint32_t, std::vector<float>> distances;
    for (const uint32_t instance : group.instances)
        addDistances(model.meshes[model.instances[instance].mesh], model.instances[instance], rest, distances);
    for (auto& [node, own] : distances) {
        if (own.empty()) continue;
        const float median = medianOf(own);
        const float nearest = std::ranges::min(own);
        const float farthest = std::ranges::max(own);
        const float limit = std::max(kFarVertex * rest.size, kTimesMedian * median);
        const std::string& bone = model.hierarchy.names[node];
        const auto stray = std::ranges::count_if(own, [&](float distance) { return distance > limit; });
        if (nearest > kFarBone * rest.size) {
            const Measured away = measuredOfSize(nearest, rest.size);
            findings.push_back({"bone-far", Severity::warning, bone,
                                "is " + away.text + " from the nearest vertex of '" + group.name + "' that it moves",
                                away.figure});
        } else if (stray > 0) {
            const Measured away = measuredOfSize(farthest, rest.size);
            findings.push_back({"weights-stray", Severity::warning, bone,
                                "moves " + counted(static_cast<size_t>(stray), "vertex", "vertices") + " of '" +
                                    group.name + "' up to " + away.text + " away; half of its vertices are within " +
                                    percent(static_cast<double>(median) / static_cast<double>(rest.size)),
                                away.figure});
        }
    }
}

}  // namespace

std::vector<Finding> checkWeights(const Model& model, const ImportReport& report) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    for (const MeshGroup& group : meshGroups(model)) {
        if (!group.skinned) continue;
        checkReport(model, report, group, rest.size, findings);
        if (rest.size > 0.0f) checkDistances(model, group, rest, findings);
    }
    return findings;
}

}  // namespace sinew
