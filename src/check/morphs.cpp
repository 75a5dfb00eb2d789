#include <cmath>
#include <set>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kFarDelta = 1.5f;  // of the mesh's size
constexpr float kFarWeight = 5.0f;
constexpr float kPercent = 20.0f;
constexpr float kApplied = 0.01f;

/// A target of one name, over all meshes of a group.
struct Target {
    size_t deltas = 0;
    float farthest = 0.0f;
};

/// Clips that move a target many times as far as it goes.
void checkWeightsOfClips(const Model& model, std::vector<Finding>& findings) {
    for (const AnimationClip& clip : model.clips) {
        float farthest = 0.0f;
        for (const MorphChannel& morph : clip.morphs)
            for (const float weight : morph.track.values)
                farthest = std::max(farthest, std::abs(weight));
        if (farthest < kFarWeight) continue;
        const Measured far = measured(static_cast<double>(farthest), "times");
        findings.push_back({"morph-weight-far", Severity::warning, clip.name,
                            "applies a morph target " + far.text + (farthest > kPercent ? ": in percent?" : ""),
                            far.figure});
    }
}

/// Targets that the rest pose applies and no clip takes back.
void checkRestWeights(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    std::set<std::string> applied;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (uint32_t t = 0; t < mesh.morphTargets.size(); ++t) {
            const uint32_t weight = instance.firstMorphWeight + t;
            const bool isMoved = std::ranges::any_of(model.clips, [&](const AnimationClip& clip) {
                return std::ranges::find(clip.morphs, weight, &MorphChannel::weight) != clip.morphs.end();
            });
            if (isMoved || weight >= model.restMorphWeights.size()) continue;
            if (std::abs(model.restMorphWeights[weight]) < kApplied) continue;
            const std::string& name = mesh.morphTargets[t].name;
            applied.insert(name.empty() ? std::to_string(t) : name);
        }
    }
    if (applied.empty()) return;
    const std::vector<std::string> names(applied.begin(), applied.end());
    const Measured count = measuredCount(names.size(), "morph target", "morph targets");
    findings.push_back({"morph-applied", Severity::info, group.name,
                        "rests with " + count.text + " applied, which no clip changes: " + listed(names),
                        count.figure});
}

}  // namespace

std::vector<Finding> checkMorphs(const Model& model) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : meshGroups(model)) {
        std::vector<std::pair<std::string, Target>> targets;
        Box box;
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            for (const glm::vec3& position : mesh.positions)
                box.add(position);
            for (size_t t = 0; t < mesh.morphTargets.size(); ++t) {
                if (targets.size() <= t) targets.emplace_back(mesh.morphTargets[t].name, Target{});
                for (const MorphDelta& delta : mesh.morphTargets[t].deltas) {
                    targets[t].second.farthest = std::max(targets[t].second.farthest, glm::length(delta.position));
                    ++targets[t].second.deltas;
                }
            }
        }
        checkRestWeights(model, group, findings);
        std::vector<std::string> empty;
        for (size_t t = 0; t < targets.size(); ++t) {
            const auto& [name, target] = targets[t];
            const std::string shown = "morph target " + (name.empty() ? std::to_string(t) : "'" + name + "'");
            if (target.deltas == 0) empty.push_back(name.empty() ? std::to_string(t) : name);
            if (!(target.farthest > kFarDelta * box.diagonal()) || !(box.diagonal() > 0.0f)) continue;
            const Measured far =
                measured(static_cast<double>(target.farthest / box.diagonal()), "times the mesh's size");
            findings.push_back(
                {"morph-far", Severity::warning, group.name, shown + " moves a vertex by " + far.text, far.figure});
        }
        if (empty.empty()) continue;
        const Measured count = measuredCount(empty.size(), "morph target", "morph targets");
        findings.push_back({"morph-empty", Severity::warning, group.name,
                            "has " + count.text + " without effect: " + listed(empty), count.figure});
    }
    checkWeightsOfClips(model, findings);
    return findings;
}

}  // namespace sinew
