#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "check/surfaces/morph_checks.h"

namespace sinew {
namespace {

constexpr float kFarWeight = 5.0f;
constexpr float kFarBackward = -2.0f;
constexpr float kIsOn = 0.01f;
constexpr float kIsOnFirst = 0.3f;  // at rest, while clips start at 0
constexpr float kSplits = 0.01f;    // from a sum of 1

/// "morph target 'smile' of 'head'".
std::string nameOfWeight(const CheckedModel& checked, uint32_t weight) {
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t index : group.instances) {
            const MeshInstance& instance = checked.model.instances[index];
            const std::vector<MorphTarget>& targets = checked.model.meshes[instance.mesh].morphTargets;
            const uint32_t target = weight - instance.firstMorphWeight;
            if (weight < instance.firstMorphWeight || target >= targets.size()) continue;
            const std::string& name = targets[target].name;
            return "morph target '" + (name.empty() ? std::to_string(target) : name) + "' of '" + group.name + "'";
        }
    return "a morph target";
}

/// True if another target has the rest of 1 at that key. Shapes that one channel blends through share its weight, and
/// beyond the last one they say little about the channel.
bool isSplit(const AnimationClip& clip, const MorphChannel& morph, size_t key) {
    return std::ranges::any_of(clip.morphs, [&](const MorphChannel& other) {
        return &other != &morph && other.track.times == morph.track.times &&
               std::abs(other.track.values[key] + morph.track.values[key] - 1.0f) < kSplits;
    });
}

/// A clip that moves a target many times as far as it goes.
void checkFarWeights(const CheckedModel& checked, const AnimationClip& clip, std::vector<Finding>& findings) {
    const MorphChannel* worst = nullptr;
    float farthest = 0.0f;
    for (const MorphChannel& morph : clip.morphs)
        for (size_t key = 0; key < morph.track.size(); ++key) {
            const float weight = morph.track.values[key];
            const bool isFar = weight >= kFarWeight || weight <= kFarBackward;
            if (isFar && std::abs(weight) > std::abs(farthest) && !isSplit(clip, morph, key))
                farthest = weight, worst = &morph;
        }
    if (!worst) return;
    const double percent = std::round(100.0 * static_cast<double>(farthest));
    findings.push_back(
        {"morph-weight-far", Severity::warning, clip.name,
         "sets " + nameOfWeight(checked, worst->weight) + " to " + std::to_string(static_cast<int64_t>(percent)) + " %",
         Figure{percent, "%"}});
}

/// The tracks of a clip, by weight; null for those without keys.
using WeightTracks = std::vector<const Track<float>*>;

WeightTracks tracksOf(const AnimationClip& clip, size_t weights) {
    WeightTracks tracks(weights);
    for (const MorphChannel& morph : clip.morphs)
        if (morph.weight < weights && !morph.track.empty()) tracks[morph.weight] = &morph.track;
    return tracks;
}

/// Targets that the rest pose applies and no clip takes back, or that all clips start without.
void checkRestWeights(const Model& model, const std::vector<WeightTracks>& clips, const MeshGroup& group,
                      std::vector<Finding>& findings) {
    std::set<std::string> kept, dropped;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (uint32_t t = 0; t < mesh.morphTargets.size(); ++t) {
            const uint32_t weight = instance.firstMorphWeight + t;
            if (weight >= model.restMorphWeights.size()) continue;
            const auto isMoved = [&](const WeightTracks& tracks) { return tracks[weight] != nullptr; };
            const auto startsOff = [&](const WeightTracks& tracks) {
                return !isMoved(tracks) || std::abs(tracks[weight]->values.front()) < kIsOn;
            };
            const float rest = std::abs(model.restMorphWeights[weight]);
            const std::string& name = mesh.morphTargets[t].name;
            const std::string shown = name.empty() ? std::to_string(t) : name;
            if (std::ranges::none_of(clips, isMoved)) {
                if (rest > kIsOn) kept.insert(shown);
            } else if (rest > kIsOnFirst && std::ranges::all_of(clips, startsOff)) {
                dropped.insert(shown);
            }
        }
    }
    const auto add = [&](const std::set<std::string>& applied, const std::string& why) {
        if (applied.empty()) return;
        const std::vector<std::string> names(applied.begin(), applied.end());
        const Measured count = measuredCount(names.size(), "morph target", "morph targets");
        findings.push_back({"morph-applied", Severity::info, group.name,
                            "rests with " + count.text + " applied, " + why + ": " + listed(names), count.figure});
    };
    add(kept, "which no clip changes");
    add(dropped, "which all clips start without");
}

}  // namespace

void checkMorphWeights(const CheckedModel& checked, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    std::vector<WeightTracks> tracks;
    for (const AnimationClip& clip : model.clips)
        tracks.push_back(tracksOf(clip, model.restMorphWeights.size()));
    for (const MeshGroup& group : checked.groups)
        checkRestWeights(model, tracks, group, findings);
    for (const AnimationClip& clip : model.clips)
        checkFarWeights(checked, clip, findings);
}

}  // namespace sinew
