#include "app/policy/broken_rules.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "animation/ground/foot_contacts.h"
#include "animation/ground/root_motion.h"
#include "app/policy/named_clips.h"
#include "base/text.h"
#include "check/check.h"

namespace sinew {
namespace {

constexpr const char* kModel = "model";  // the object of what concerns all of it
constexpr float kVisible = 0.01f;        // of the model's size

/// Judges the promises of one clip.
struct PromisedClip {
    const Model& model;
    const AnimationClip& clip;
    const ClipSummary& summary;
    const Promises& promises;
    std::vector<Finding>& checked;  ///< without those that break a promise, once these are judged
    std::vector<Finding>& broken;

    void judge() {
        if (promises.loop == true) judgeLoop();
        if (promises.inPlace == true) judgePlace();
        if (promises.planted == true) judgePlanted();
        if (promises.speed) judgeSpeed(*promises.speed);
    }

    /// A finding of this id breaks the promise, and is replaced.
    bool repeat(const char* promise, const char* should, std::string_view id) {
        const auto found = std::ranges::find_if(
            checked, [&](const Finding& finding) { return finding.object == clip.name && finding.id == id; });
        if (found == checked.end()) return false;
        broken.push_back(
            {promise, Severity::error, clip.name, fmt::format("{}: {}", should, found->message), found->figure});
        checked.erase(found);
        return true;
    }

    void judgeLoop() {
        if (repeat("promise-loop", "should loop", "loop-seam") || !(summary.loopGap > kVisible)) return;
        const Measured gap = measuredShare(static_cast<double>(summary.loopGap), "the model's size");
        broken.push_back({"promise-loop", Severity::error, clip.name,
                          fmt::format("should loop: at its end, {} is {} from where it starts",
                                      inQuotes(model.hierarchy.names[summary.gapNode]), gap.text),
                          gap.figure});
    }

    void judgePlace() {
        if (!(summary.travel > kVisible)) return;
        const Measured travel = measuredShare(static_cast<double>(summary.travel), "the model's size");
        broken.push_back({"promise-in-place", Severity::error, clip.name,
                          fmt::format("should stay in place: ends {} from its start", travel.text), travel.figure});
    }

    void judgePlanted() {
        if (repeat("promise-planted", "should keep its feet planted", "foot-slide")) return;
        // A gait without a speed: checks cannot tell its slides from a walk in place.
        const glm::mat4 yUp = yUpFrom(model.up);
        if (footContacts(model.hierarchy, clip, yUp).empty() || speedOf(model, clip) > 0.0) return;
        broken.push_back(
            {"promise-planted", Severity::warning, clip.name,
             "should keep its feet planted: cannot be judged, because they do not agree on a speed over the ground",
             std::nullopt});
    }

    void judgeSpeed(const SpeedRange& range) {
        const double speed = speedOf(model, clip) * model.metersPerUnit.value_or(1.0);
        if (speed >= range.least && speed <= range.most) return;
        const double nearest = std::clamp(speed, range.least, range.most);
        const Measured off = measuredShare(std::abs(speed - nearest) / nearest, "the promised speed");
        const char* const unit = model.metersPerUnit ? "m/s" : "units per second";
        broken.push_back({"promise-speed", Severity::error, clip.name,
                          fmt::format("should move at {} to {} {}: moves at {}, off by {}", figure(range.least),
                                      figure(range.most), unit, figure(speed), off.text),
                          off.figure});
    }
};

}  // namespace

Costs costsOf(const ImportedModel& imported) {
    const auto& [model, report] = imported;
    Costs costs;
    std::set<uint32_t> bones;
    for (const MeshInstance& instance : model.instances) {
        costs.vertices += model.meshes[instance.mesh].vertexCount();
        costs.triangles += model.meshes[instance.mesh].triangleCount();
        if (instance.skinned)
            for (const Bone& bone : instance.bones)
                bones.insert(bone.node);
    }
    costs.bones = bones.size();
    for (size_t mesh = 0; mesh < report.influences.size(); ++mesh)
        if (report.influences[mesh].largest > costs.influences) {
            costs.influences = report.influences[mesh].largest;
            costs.influencesOf = model.meshes[mesh].name;
        }
    for (const Texture& texture : model.textures)
        if (texture.found()) costs.textureBytes += texture.image.byteCount();
    return costs;
}

uint64_t bytesOf(const AnimationClip& clip) {
    uint64_t floats = 0;
    forEachTrack(clip, [&](const auto& track) {
        using Value = std::decay_t<decltype(track.values[0])>;
        const bool isCurve = !track.authored.empty();
        floats += isCurve ? track.authored.times.size() : track.times.size();
        floats += (isCurve ? track.authored.values.size() : track.values.size()) * (sizeof(Value) / sizeof(float));
    });
    return floats * sizeof(float);
}

double speedOf(const Model& model, const AnimationClip& clip) {
    if (!(clip.durationSeconds > 0.0)) return 0.0;
    const RootMotion motion = findRootMotion(model.hierarchy, clip, yUpFrom(model.up));
    return glm::length(motion.between(0.0, clip.durationSeconds).translation) / clip.durationSeconds;
}

std::vector<Finding> findBrokenRules(const ImportedModel& imported, const ModelRules& rules,
                                     std::vector<Finding>& findings) {
    requireClips(rules, imported);
    std::vector<Finding> broken;
    const auto judge = [&](std::string_view key, const std::string& object, uint64_t has, const Budget& budget) {
        const auto most = budget.find(key);
        if (most == budget.end() || has <= most->second) return;
        const Limit& limit = *std::ranges::find(budgetLimits(), key, &Limit::key);
        const Measured count = measuredCount(has, limit.one, limit.many);
        broken.push_back({limit.finding, Severity::error, object,
                          fmt::format("has {}; the budget is {}", count.text, most->second), count.figure});
    };
    const Costs costs = costsOf(imported);
    judge("bones", kModel, costs.bones, rules.budget);
    judge("influences", costs.influencesOf, costs.influences, rules.budget);
    judge("triangles", kModel, costs.triangles, rules.budget);
    judge("texture_bytes", kModel, costs.textureBytes, rules.budget);
    judge("clips", kModel, imported.model.clips.size(), rules.budget);
    for (const SkinnedMesh& mesh : imported.model.meshes)
        judge("mesh_triangles", mesh.name, mesh.triangleCount(), rules.budget);
    for (const Texture& texture : imported.model.textures)
        judge("texture_size", texture.name, std::max(texture.image.width, texture.image.height), rules.budget);
    const std::vector<ClipSummary> summaries = summarizeClips(imported.model);
    for (size_t i = 0; i < summaries.size(); ++i) {
        const AnimationClip& clip = imported.model.clips[i];
        const ClipPromise promise = promiseOf(rules, clip.name);
        judge("clip_bytes", clip.name, bytesOf(clip), promise.budget);
        PromisedClip{imported.model, clip, summaries[i], promise.promises, findings, broken}.judge();
    }
    return broken;
}

}  // namespace sinew
