#include "app/report/model_facts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <glm/geometric.hpp>

#include "model/poses.h"

namespace sinew {

size_t depthOf(const NodeHierarchy& hierarchy) {
    std::vector<size_t> depths(hierarchy.size());
    size_t deepest = 0;
    for (size_t node = 0; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        depths[node] = 1 + (parent == kNoParent ? 0 : depths[static_cast<size_t>(parent)]);
        deepest = std::max(deepest, depths[node]);
    }
    return deepest;
}

bool movesScale(const AnimationClip& clip) {
    constexpr float kNotice = 1e-4f;  // of the scale: less is a rounding on the file's way through its programs
    for (const Channel& channel : clip.channels)
        for (const glm::vec3& value : channel.scale.values) {
            const glm::vec3& first = channel.scale.values.front();
            if (glm::length(value - first) > kNotice * glm::length(first)) return true;
        }
    return false;
}

InfluenceReport allInfluences(const ImportReport& report) {
    InfluenceReport all;
    for (const InfluenceReport& mesh : report.influences) {
        all.largest = std::max(all.largest, mesh.largest);
        all.cutVertices += mesh.cutVertices;
        all.largestWeightLost = std::max(all.largestWeightLost, mesh.largestWeightLost);
        all.renormalizedVertices += mesh.renormalizedVertices;
        all.unweightedVertices += mesh.unweightedVertices;
    }
    return all;
}

double largestMoveShare(const ImportedModel& imported) {
    if (imported.report.cutMeshes.empty()) return 0.0;
    const auto size = static_cast<double>(restPoseOf(imported.model).size);
    const auto error = static_cast<double>(largestCutError(imported.model, imported.report.cutMeshes));
    return size > 0.0 ? error / size : 0.0;
}

bool isRepair(const Finding& finding) {
    constexpr std::array<std::string_view, 9> kRepairs{"bone-without-node",   "clips-joined",    "index-out-of-range",
                                                       "key-dropped",         "key-order",       "normals-made",
                                                       "position-not-finite", "root-not-finite", "weight-ignored"};
    return std::ranges::find(kRepairs, finding.id) != kRepairs.end();
}

}  // namespace sinew
