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

void addBudget(const char* id, const std::string& object, uint64_t has, const std::optional<uint64_t>& most,
               const char* one, const char* many, std::vector<Finding>& findings) {
    if (!most || has <= *most) return;
    const Measured count = measuredCount(has, one, many);
    findings.push_back(
        {id, Severity::error, object, fmt::format("has {}; the budget is {}", count.text, *most), count.figure});
}

/// The first of the findings about a clip with this id.
const Finding* findOne(const std::vector<Finding>& findings, const std::string& clip, std::string_view id) {
    const auto found = std::ranges::find_if(
        findings, [&](const Finding& finding) { return finding.object == clip && finding.id == id; });
    return found == findings.end() ? nullptr : &*found;
}

/// Judges the promises of one clip.
class PromisedClip {
  public:
    PromisedClip(const Model& model, size_t clip, const ClipSummary& summary, const Promises& promises,
                 std::vector<Finding>& checked, std::vector<Finding>& broken)
        : model_(model),
          clip_(model.clips[clip]),
          summary_(summary),
          promises_(promises),
          checked_(checked),
          broken_(broken) {}

    void judge() {
        if (promises_.loop == true) judgeLoop();
        if (promises_.inPlace == true) judgePlace();
        if (promises_.planted == true) judgePlanted();
        if (promises_.speed) judgeSpeed(*promises_.speed);
    }

  private:
    /// A finding of this id breaks the promise, and is replaced.
    bool repeat(const char* promise, const char* should, std::string_view id) {
        const Finding* const found = findOne(checked_, clip_.name, id);
        if (!found) return false;
        broken_.push_back(
            {promise, Severity::error, clip_.name, fmt::format("{}: {}", should, found->message), found->figure});
        checked_.erase(checked_.begin() + (found - checked_.data()));
        return true;
    }

    void judgeLoop() {
        if (repeat("promise-loop", "should loop", "loop-seam") || !(summary_.loopGap > kVisible)) return;
        const Measured gap = measuredShare(static_cast<double>(summary_.loopGap), "the model's size");
        broken_.push_back({"promise-loop", Severity::error, clip_.name,
                           fmt::format("should loop: at its end, {} is {} from where it starts",
                                       inQuotes(model_.hierarchy.names[summary_.gapNode]), gap.text),
                           gap.figure});
    }

    void judgePlace() {
        if (!(summary_.travel > kVisible)) return;
        const Measured travel = measuredShare(static_cast<double>(summary_.travel), "the model's size");
        broken_.push_back({"promise-in-place", Severity::error, clip_.name,
                           fmt::format("should stay in place: ends {} from its start", travel.text), travel.figure});
    }

    void judgePlanted() {
        if (repeat("promise-planted", "should keep its feet planted", "foot-slide")) return;
        // A gait without a speed: checks cannot tell its slides from a walk in place.
        const glm::mat4 yUp = yUpFrom(model_.up);
        if (footContacts(model_.hierarchy, clip_, yUp).empty() || speedOf(model_, clip_) > 0.0) return;
        broken_.push_back(
            {"promise-planted", Severity::warning, clip_.name,
             "should keep its feet planted: cannot be judged, because they do not agree on a speed over the ground",
             std::nullopt});
    }

    void judgeSpeed(const SpeedRange& range) {
        const double speed = speedOf(model_, clip_) * model_.metersPerUnit.value_or(1.0);
        if (speed >= range.least && speed <= range.most) return;
        const double nearest = std::clamp(speed, range.least, range.most);
        const Measured off = measuredShare(std::abs(speed - nearest) / nearest, "the promised speed");
        const char* const unit = model_.metersPerUnit ? "m/s" : "units per second";
        broken_.push_back({"promise-speed", Severity::error, clip_.name,
                           fmt::format("should move at {} to {} {}: moves at {}, off by {}", figure(range.least),
                                       figure(range.most), unit, figure(speed), off.text),
                           off.figure});
    }

    const Model& model_;
    const AnimationClip& clip_;
    const ClipSummary& summary_;
    const Promises& promises_;
    std::vector<Finding>& checked_;
    std::vector<Finding>& broken_;
};

}  // namespace

Costs costsOf(const ImportedModel& imported) {
    const auto& [model, report] = imported;
    Costs costs;
    std::set<uint32_t> bones;
    for (const MeshInstance& instance : model.instances) {
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
    const Costs costs = costsOf(imported);
    const Budget& budget = rules.budget;
    addBudget("budget-bones", kModel, costs.bones, budget.bones, "bone", "bones", broken);
    addBudget("budget-influences", costs.influencesOf, costs.influences, budget.influences, "influence of a vertex",
              "influences of a vertex", broken);
    addBudget("budget-triangles", kModel, costs.triangles, budget.triangles, "triangle", "triangles", broken);
    addBudget("budget-textures", kModel, costs.textureBytes, budget.textureBytes, "byte of textures",
              "bytes of textures", broken);
    const std::vector<ClipSummary> summaries = summarizeClips(imported.model);
    for (size_t i = 0; i < summaries.size(); ++i) {
        const AnimationClip& clip = imported.model.clips[i];
        const ClipPromise promise = promiseOf(rules, clip.name);
        addBudget("budget-clip", clip.name, bytesOf(clip), promise.bytes, "byte of keys", "bytes of keys", broken);
        PromisedClip(imported.model, i, summaries[i], promise.promises, findings, broken).judge();
    }
    return broken;
}

}  // namespace sinew
