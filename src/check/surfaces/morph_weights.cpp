#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "check/surfaces/limits.h"
#include "check/surfaces/morph_checks.h"

namespace sinew {
namespace {

/// The clip, the target that has a weight, and its mesh.
std::vector<Subject> subjectsOf(const Model& model, size_t clip, uint32_t weight) {
    for (const MeshInstance& instance : model.instances)
        if (const uint32_t target = weight - instance.firstMorphWeight;
            weight >= instance.firstMorphWeight && target < model.meshes[instance.mesh].morphTargets.size())
            return {clipSubject(clip), morphSubject(target), meshSubject(instance.mesh)};
    return {clipSubject(clip)};
}

/// True if another target has the rest of 1 at that key. Shapes that one channel blends through share its weight, and
/// beyond the last one they say little about the channel.
bool isSplit(const AnimationClip& clip, const MorphChannel& morph, size_t key) {
    return std::ranges::any_of(clip.morphs, [&](const MorphChannel& other) {
        return &other != &morph && other.track.times == morph.track.times &&
               std::abs(other.track.values[key] + morph.track.values[key] - 1.0f) < kSurface.few;
    });
}

/// A clip that moves a target many times as far as it goes.
void checkFarWeights(const Model& model, size_t index, std::vector<Finding>& findings) {
    const AnimationClip& clip = model.clips[index];
    const MorphChannel* worst = nullptr;
    float farthest = 0.0f;
    for (const MorphChannel& morph : clip.morphs)
        for (size_t key = 0; key < morph.track.size(); ++key) {
            const float weight = morph.track.values[key];
            const bool isFar = weight >= kSurface.farWeight || weight <= kSurface.farBackward;
            if (isFar && std::abs(weight) > std::abs(farthest) && !isSplit(clip, morph, key))
                farthest = weight, worst = &morph;
        }
    if (!worst) return;
    const double percent = std::round(100.0 * static_cast<double>(farthest));
    findings.push_back(Found("morph-weight-far", Severity::warning, subjectsOf(model, index, worst->weight),
                             "sets morph target {} of {} to " + std::to_string(static_cast<int64_t>(percent)) + " %",
                             Figure{percent, "%"}));
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
    std::set<uint32_t> kept, dropped;  // targets
    uint32_t named = model.instances[group.instances.front()].mesh;
    for (const uint32_t index : group.instances) {
        const MeshInstance& instance = model.instances[index];
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        if (mesh.morphTargets.size() > model.meshes[named].morphTargets.size()) named = instance.mesh;
        for (uint32_t t = 0; t < mesh.morphTargets.size(); ++t) {
            const uint32_t weight = instance.firstMorphWeight + t;
            if (weight >= model.restMorphWeights.size()) continue;
            const auto isMoved = [&](const WeightTracks& tracks) { return tracks[weight] != nullptr; };
            const auto startsOff = [&](const WeightTracks& tracks) {
                return !isMoved(tracks) || std::abs(tracks[weight]->values.front()) < kSurface.few;
            };
            const float rest = std::abs(model.restMorphWeights[weight]);
            if (std::ranges::none_of(clips, isMoved)) {
                if (rest > kSurface.few) kept.insert(t);
            } else if (rest > kSurface.restWeight && std::ranges::all_of(clips, startsOff)) {
                dropped.insert(t);
            }
        }
    }
    const auto add = [&](const std::set<uint32_t>& applied, const std::string& why) {
        if (applied.empty()) return;
        std::vector<Subject> subjects{meshSubject(named)};
        std::ranges::transform(applied, std::back_inserter(subjects), morphSubject);
        const Measured count = measuredCount(applied.size(), "morph target", "morph targets");
        findings.push_back(Found("morph-applied", Severity::info, subjects,
                                 "rests with " + count.text + " applied, " + why + ": {...}", count.figure));
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
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        checkFarWeights(model, clip, findings);
}

}  // namespace sinew
