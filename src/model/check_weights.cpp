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
constexpr double kVisibleMove = 0.01;  // of a vertex, by the cut: beyond it is a warning
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

void checkReport(const Model& model, const ImportReport& report, const MeshGroup& group, double size,
                 std::vector<Finding>& findings) {
    const InfluenceReport influences = influencesOf(model, report, group);
    const std::string& name = group.name;
    const auto vertices = [](uint32_t count) { return counted(count, "vertex", "vertices"); };
    if (influences.cutVertices > 0) {
        const std::vector<CutMesh> cuts = cutsOf(model, report, group);
        const double share = size > 0.0 ? static_cast<double>(largestMove(model, cuts)) / size : 0.0;
        const std::string consequence =
            cuts.empty() ? "up to " + percent(static_cast<double>(influences.largestWeightLost)) +
                               " of a vertex's weight is lost"
                         : "the cut moves none by more than " + percent(share) + " of the model's size in any clip";
        const bool isSeen = cuts.empty() || share > kVisibleMove;
        findings.push_back({"influences-cut", isSeen ? Severity::warning : Severity::info, name,
                            "more than " + std::to_string(report.keptInfluences) + " influences at " +
                                vertices(influences.cutVertices) + ", up to " + std::to_string(influences.largest) +
                                "; " + consequence});
    }
    // An FBX skin says how its weights are meant, and unless it says otherwise they are normalised (FbxCluster's link
    // mode).
    const bool isNormalisedWhenRead = report.format.find("FBX") != std::string::npos;
    if (influences.renormalisedVertices > 0)
        findings.push_back({"weights-not-normalised", isNormalisedWhenRead ? Severity::info : Severity::warning, name,
                            "the weights of " + vertices(influences.renormalisedVertices) + " do not sum to 1"});
    size_t all = 0;
    for (const uint32_t instance : group.instances)
        all += model.meshes[model.instances[instance].mesh].vertexCount();
    if (influences.unweightedVertices > 0)
        findings.push_back({"vertices-unweighted", Severity::warning, name,
                            vertices(influences.unweightedVertices) + " of " + std::to_string(all) +
                                " hang on no bone and stay behind when the skeleton moves"});
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
        const auto share = [&](float distance) {
            return percent(static_cast<double>(distance) / static_cast<double>(rest.size));
        };
        if (nearest > kFarBone * rest.size)
            findings.push_back({"bone-far", Severity::warning, bone,
                                "stands " + share(nearest) + " of the model's size from the nearest vertex of '" +
                                    group.name + "' that it moves"});
        else if (const auto stray = std::ranges::count_if(own, [&](float distance) { return distance > limit; });
                 stray > 0)
            findings.push_back({"weights-stray", Severity::warning, bone,
                                "moves " + counted(static_cast<size_t>(stray), "vertex", "vertices") + " of '" +
                                    group.name + "' up to " + share(farthest) +
                                    " of the model's size away; half of what it moves is within " + share(median)});
    }
}

}  // namespace

std::vector<Finding> checkWeights(const Model& model, const ImportReport& report) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    for (const MeshGroup& group : meshGroups(model)) {
        if (!group.skinned) continue;
        checkReport(model, report, group, static_cast<double>(rest.size), findings);
        if (rest.size > 0.0f) checkDistances(model, group, rest, findings);
    }
    return findings;
}

}  // namespace sinew
