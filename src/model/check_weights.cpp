#include "model/check_weights.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <glm/geometric.hpp>

#include "model/check_text.h"
#include "model/cpu_skinning.h"
#include "model/mesh_groups.h"
#include "model/rest_pose.h"

namespace sinew {
namespace {

// Shares of the model's size.
constexpr float kVisibleMove = 0.01f;  // of a vertex, by the cut: beyond it is a warning
constexpr float kFarVertex = 0.35f;    // of a vertex from a bone that moves it
constexpr float kFarBone = 0.5f;       // of a bone from the nearest vertex that it moves

constexpr float kTimesMedian = 4.0f;                  // a far vertex is that much farther than the bone's others are
constexpr uint32_t kNotableWeight = kWeightOne / 20;  // less is hardly seen

/// What the report says of all meshes of a group.
InfluenceReport influencesOf(const Model& model, const ImportReport& report, const MeshGroup& group) {
    InfluenceReport sum;
    for (const uint32_t instance : group.instances) {
        const InfluenceReport& one = report.influences[model.instances[instance].mesh];
        sum.largest = std::max(sum.largest, one.largest);
        sum.cutVertices += one.cutVertices;
        sum.largestWeightLost = std::max(sum.largestWeightLost, one.largestWeightLost);
        sum.renormalisedVertices += one.renormalisedVertices;
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
    const float move = size > 0.0f ? largestMove(model, cuts) : 0.0f;
    const Stated cost = cuts.empty()
                            ? statedShare(static_cast<double>(influences.largestWeightLost), "a vertex's weight")
                            : statedOfSize(move, size > 0.0f ? size : 1.0f);
    const bool isSeen = cuts.empty() || move > kVisibleMove * size;
    findings.push_back({"influences-cut", isSeen ? Severity::warning : Severity::info, group.name,
                        "more than " + std::to_string(report.keptInfluences) + " influences at " +
                            counted(influences.cutVertices, "vertex", "vertices") + ", up to " +
                            std::to_string(influences.largest) + "; " +
                            (cuts.empty() ? "up to " + cost.text + " is lost"
                                          : "the cut moves none by more than " + cost.text + " in any clip"),
                        cost.figure});
}

void checkReport(const Model& model, const ImportReport& report, const MeshGroup& group, float size,
                 std::vector<Finding>& findings) {
    const InfluenceReport influences = influencesOf(model, report, group);
    const std::string& name = group.name;
    if (influences.cutVertices > 0) checkCut(model, report, group, influences, size, findings);
    // An FBX skin says how its weights are meant, and unless it says otherwise they are normalised (FbxCluster's link
    // mode).
    const bool isNormalisedWhenRead = report.format.find("FBX") != std::string::npos;
    if (influences.renormalisedVertices > 0) {
        const Stated vertices = statedCount(influences.renormalisedVertices, "vertex", "vertices");
        findings.push_back({"weights-not-normalised", isNormalisedWhenRead ? Severity::info : Severity::warning, name,
                            "the weights of " + vertices.text + " do not sum to 1", vertices.figure});
    }
    if (influences.unweightedVertices == 0) return;
    size_t all = 0;
    for (const uint32_t instance : group.instances)
        all += model.meshes[model.instances[instance].mesh].vertexCount();
    const Stated vertices = statedCount(influences.unweightedVertices, "vertex", "vertices");
    findings.push_back(
        {"vertices-unweighted", Severity::warning, name,
         vertices.text + " of " + std::to_string(all) + " hang on no bone and stay behind when the skeleton moves",
         vertices.figure});
}

/// For each node that moves vertices of an instance notably, how far from it they are.
void addDistances(const SkinnedMesh& mesh, const MeshInstance& instance, const RestPose& rest,
                  std::map<uint32_t, std::vector<float>>& distances) {
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, rest.worldFromNode, palette);
    std::vector<std::vector<float>> ofBones(instance.bones.size());
    const auto add = [&](const Influences& influences, const glm::vec3& position) {
        for (size_t i = 0; i < kInfluencesPerVertex; ++i) {
            if (influences.weights[i] < kNotableWeight) continue;
            const uint16_t bone = influences.bones[i];
            const glm::vec3 boneAt(rest.worldFromNode[instance.bones[bone].node][3]);
            ofBones[bone].push_back(glm::distance(position, boneAt));
        }
    };
    for (size_t v = 0; v < mesh.vertexCount(); ++v) {
        const glm::vec3 position(blendedMatrix(mesh, v, palette) * glm::vec4(mesh.positions[v], 1.0f));
        add(mesh.influences[v], position);
        if (!mesh.moreInfluences.empty()) add(mesh.moreInfluences[v], position);
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
        const auto middle = own.begin() + static_cast<std::ptrdiff_t>(own.size() / 2);
        std::ranges::nth_element(own, middle);
        const float median = *middle;
        const float nearest = std::ranges::min(own);
        const float farthest = std::ranges::max(own);
        const float limit = std::max(kFarVertex * rest.size, kTimesMedian * median);
        const std::string& bone = model.hierarchy.names[node];
        const auto stray = std::ranges::count_if(own, [&](float distance) { return distance > limit; });
        if (nearest > kFarBone * rest.size) {
            const Stated away = statedOfSize(nearest, rest.size);
            findings.push_back(
                {"bone-far", Severity::warning, bone,
                 "stands " + away.text + " from the nearest vertex of '" + group.name + "' that it moves",
                 away.figure});
        } else if (stray > 0) {
            const Stated away = statedOfSize(farthest, rest.size);
            findings.push_back({"weights-stray", Severity::warning, bone,
                                "moves " + counted(static_cast<size_t>(stray), "vertex", "vertices") + " of '" +
                                    group.name + "' up to " + away.text + " away; half of what it moves is within " +
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
