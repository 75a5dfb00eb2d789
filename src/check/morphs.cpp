#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/surface.h"
#include "model/bounds.h"

namespace sinew {
namespace {

constexpr float kFarDelta = 1.5f;       // of the mesh's size
constexpr double kMostMoved = 0.9;      // of the vertices
constexpr double kMovesMuch = 0.1;      // of the mesh's size, in the mean
constexpr double kNearPositions = 0.3;  // of the mean delta
constexpr float kFarWeight = 5.0f;
constexpr float kPercent = 20.0f;
constexpr float kApplied = 0.01f;

/// A target of one name, over all meshes of a group.
struct Target {
    size_t deltas = 0;
    float farthest = 0.0f;
    double moved = 0.0;  ///< sum of the lengths of all deltas
    double away = 0.0;   ///< sum of the distances of all deltas from the positions that they move
};

/// True if a target has the positions of a shape, instead of what is between it and the mesh.
bool isAbsolute(const Target& target, size_t vertices, float size) {
    const double share = static_cast<double>(size) * static_cast<double>(target.deltas);
    return static_cast<double>(target.deltas) > kMostMoved * static_cast<double>(vertices) &&
           target.moved > kMovesMuch * share && target.away < kNearPositions * target.moved;
}

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

/// Targets that do the same: one was copied, and never changed.
void checkTwice(const Model& model, const MeshGroup& group, std::vector<Finding>& findings) {
    const auto targetOf = [&](uint32_t instance, size_t target) -> const MorphTarget& {
        return model.meshes[model.instances[instance].mesh].morphTargets[target];
    };
    size_t count = std::numeric_limits<size_t>::max();
    for (const uint32_t instance : group.instances)
        count = std::min(count, model.meshes[model.instances[instance].mesh].morphTargets.size());
    for (size_t own = 1; own < count; ++own)
        for (size_t other = 0; other < own; ++other) {
            const bool isSame = std::ranges::all_of(group.instances, [&](uint32_t instance) {
                return targetOf(instance, own).deltas == targetOf(instance, other).deltas;
            });
            const bool moves = std::ranges::any_of(
                group.instances, [&](uint32_t instance) { return !targetOf(instance, own).deltas.empty(); });
            if (!isSame || !moves) continue;
            const auto name = [&](size_t target) { return "'" + targetOf(group.instances.front(), target).name + "'"; };
            findings.push_back({"morph-twice", Severity::info, group.name,
                                "has the same morph target twice, as " + name(other) + " and " + name(own)});
            break;
        }
}

}  // namespace

std::vector<Finding> checkMorphs(const Model& model) {
    std::vector<Finding> findings;
    for (const MeshGroup& group : meshGroups(model)) {
        std::vector<std::pair<std::string, Target>> targets;
        Box box;
        size_t vertices = 0;
        for (const uint32_t instance : group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            vertices += mesh.vertexCount();
            for (const glm::vec3& position : mesh.positions)
                box.add(position);
            for (size_t t = 0; t < mesh.morphTargets.size(); ++t) {
                if (targets.size() <= t) targets.emplace_back(mesh.morphTargets[t].name, Target{});
                for (const MorphDelta& delta : mesh.morphTargets[t].deltas) {
                    Target& target = targets[t].second;
                    target.farthest = std::max(target.farthest, glm::length(delta.position));
                    target.moved += static_cast<double>(glm::length(delta.position));
                    target.away += static_cast<double>(glm::distance(delta.position, mesh.positions[delta.vertex]));
                    ++target.deltas;
                }
            }
        }
        checkRestWeights(model, group, findings);
        checkTwice(model, group, findings);
        std::vector<std::string> empty;
        for (size_t t = 0; t < targets.size(); ++t) {
            const auto& [name, target] = targets[t];
            const std::string shown = "morph target " + (name.empty() ? std::to_string(t) : "'" + name + "'");
            if (target.deltas == 0) empty.push_back(name.empty() ? std::to_string(t) : name);
            if (isAbsolute(target, vertices, box.diagonal()))
                findings.push_back({"morph-absolute", Severity::warning, group.name,
                                    shown + " adds the positions of the mesh to themselves: it has the shape, not the "
                                            "difference to it"});
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
