#include <cmath>
#include <optional>
#include <unordered_map>

#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr float kStillDegrees = 0.01f;
constexpr float kTwinDegrees = 12.0f;  // the other side moves by so much
constexpr float kNearDegrees = 3.0f;   // the bones above and below move by so much
constexpr float kTurningDegrees = 3.0f;
constexpr double kMostClips = 0.6;
constexpr size_t kFewClips = 4;  // fewer do not tell what is usual
constexpr size_t kMostStill = 4;

constexpr size_t kMinBones = 4;       // for a unit
constexpr float kMinOffset = 0.005f;  // of the model's size
constexpr float kOtherUnit = 1.9f;    // a factor
constexpr float kFarUnit = 9.0f;      // a factor; where fewer bones tell

constexpr float kDisplaced = 0.06f;      // of the model's size, through a whole clip
constexpr float kTimesOthers = 4.0f;     // the displacement of the other bones
constexpr float kStaysDisplaced = 0.6f;  // of its mean, in every key

struct Channels {
    const Model& model;
    const RestPose& rest;
    const AnimationClip& clip;
    std::vector<const Channel*> of;  ///< by node, or null

    Channels(const Model& owner, const RestPose& pose, const AnimationClip& own)
        : model(owner), rest(pose), clip(own), of(owner.hierarchy.size(), nullptr) {
        for (const Channel& channel : clip.channels)
            of[channel.node] = &channel;
    }

    bool isStill(uint32_t node) const {
        return !of[node] || (rangeOf(of[node]->rotation) < kStillDegrees && rangeOf(of[node]->translation) == 0.0f);
    }

    /// A translation key's unit, as a share of the model's size.
    float unit(uint32_t node) const {
        const int32_t parent = model.hierarchy.parents[node];
        if (parent == kNoParent) return 1.0f / rest.size;
        const glm::mat3 above(rest.worldFromNode[static_cast<size_t>(parent)]);
        return std::cbrt(std::abs(glm::determinant(above))) / rest.size;
    }
};

std::vector<bool> skinBones(const Model& model) {
    std::vector<bool> isBone(model.hierarchy.size());
    for (const MeshInstance& instance : model.instances)
        for (const Bone& bone : instance.bones)
            if (instance.skinned) isBone[bone.node] = true;
    return isBone;
}

/// Without the number that some exporters append: "arm.R_03" and "arm.L_07" are twins.
std::string withoutNumber(const std::string& name) {
    const size_t digits = name.find_last_not_of("0123456789") + 1;
    return digits > 1 && digits < name.size() && name[digits - 1] == '_' ? name.substr(0, digits - 1) : name;
}

/// Clips in which both sides move alike.
bool isGait(const AnimationClip& clip) {
    return isNamedLikeLoop(clip.name) &&
           !hasWord(wordsOf(clip.name), {"idle", "breathing", "hold", "holding", "aim", "carry", "with"});
}

/// How far each bone turns in each clip, and where its twin on the other side is.
struct Turns {
    std::vector<std::vector<float>> degrees;  ///< [clip][node]
    std::vector<std::optional<uint32_t>> twins;

    /// True if the bone turns in most of the other clips.
    bool isUsual(size_t clip, uint32_t node) const {
        size_t turning = 0;
        for (size_t other = 0; other < degrees.size(); ++other)
            turning += other != clip && degrees[other][node] > kTurningDegrees;
        return degrees.size() > 1 &&
               static_cast<double>(turning) > kMostClips * static_cast<double>(degrees.size() - 1);
    }
};

Turns turnsOf(const Model& model) {
    Turns turns;
    for (const AnimationClip& clip : model.clips) {
        std::vector<float>& own = turns.degrees.emplace_back(model.hierarchy.size(), 0.0f);
        for (const Channel& channel : clip.channels)
            own[channel.node] = rangeOf(channel.rotation);
    }
    std::unordered_map<std::string, uint32_t> byName;
    for (uint32_t node = 0; node < model.hierarchy.size(); ++node)
        byName.emplace(withoutNumber(model.hierarchy.names[node]), node);
    for (const std::string& name : model.hierarchy.names) {
        const auto twin = byName.find(withoutNumber(mirroredName(name)));
        turns.twins.push_back(twin == byName.end() || twin->first.empty() ? std::nullopt : std::optional(twin->second));
    }
    return turns;
}

/// Bones that stand still in a clip although their twin on the other side, or the bones above and below them, move, or
/// although they move in most other clips.
void checkStillBones(const Channels& channels, const std::vector<bool>& isBone, const Turns& turns, size_t clip,
                     std::vector<Finding>& findings) {
    const auto& [names, parents, rest] = channels.model.hierarchy;
    const std::vector<float>& degrees = turns.degrees[clip];
    std::vector<float> below(names.size(), 0.0f);  // the largest turn of a child bone
    for (uint32_t node = 0; node < names.size(); ++node)
        if (isBone[node] && parents[node] != kNoParent)
            below[static_cast<size_t>(parents[node])] =
                std::max(below[static_cast<size_t>(parents[node])], degrees[node]);
    std::vector<Finding> notes;
    const bool isOnly = turns.degrees.size() == 1;
    if (!isOnly && !isGait(channels.clip)) return;
    for (uint32_t node = 0; node < names.size(); ++node) {
        if (!isBone[node] || !channels.isStill(node)) continue;
        const std::string what = channels.of[node] && channels.of[node]->rotation.size() > 1
                                     ? "does not turn '" + names[node] + "'"
                                     : "has no rotation keys for '" + names[node] + "'";
        const auto twin = turns.twins[node];
        const bool isUsual = turns.isUsual(clip, node);
        const int32_t parent = parents[node];
        if (twin && degrees[*twin] > kTwinDegrees && (isUsual || turns.degrees.size() < kFewClips)) {
            const Measured turn = measured(static_cast<double>(degrees[*twin]), "degrees");
            findings.push_back({"bone-still", Severity::warning, channels.clip.name,
                                what + ", although '" + names[*twin] + "' turns by " + turn.text});
        } else if (isUsual) {
            notes.push_back(
                {"bone-still", Severity::info, channels.clip.name, what + ", although most other clips turn it"});
        } else if (isOnly && parent != kNoParent && below[node] > kNearDegrees &&
                   degrees[static_cast<size_t>(parent)] > kNearDegrees) {
            notes.push_back({"bone-still", Severity::info, channels.clip.name,
                             what + ", although the bones above and below it turn"});
        }
    }
    // Many still bones are meant: a clip for a part of the body.
    if (notes.size() <= kMostStill) std::ranges::move(notes, std::back_inserter(findings));
}

/// Translations of a clip in another unit than the skeleton.
bool checkUnit(const Channels& channels, const std::vector<bool>& isBone, std::vector<Finding>& findings) {
    std::vector<float> ratios;
    for (const Channel& channel : channels.clip.channels) {
        const int32_t parent = channels.model.hierarchy.parents[channel.node];
        if (channel.translation.empty() || parent == kNoParent || !isBone[channel.node]) continue;
        const float at = glm::length(channels.model.hierarchy.rest[channel.node].translation);
        if (at * channels.unit(channel.node) < kMinOffset) continue;
        ratios.push_back(glm::length(channel.translation.values.front()) / at);
    }
    if (ratios.size() < 2) return false;
    const float ratio = medianOf(ratios);
    if (ratios.size() < kMinBones && ratio < kFarUnit && ratio > 1.0f / kFarUnit) return false;
    const auto agree =
        std::ranges::count_if(ratios, [&](float own) { return own > 0.8f * ratio && own < 1.25f * ratio; });
    if ((ratio < kOtherUnit && ratio > 1.0f / kOtherUnit) || agree * 10 < std::ssize(ratios) * 7) return false;
    const Measured times = measured(static_cast<double>(ratio), "times");
    findings.push_back(
        {"clip-unit", Severity::warning, channels.clip.name,
         "is in another unit than the skeleton: its bones are " + times.text + " as far apart as in the rest pose",
         times.figure});
    return true;
}

/// A bone that a whole clip holds away from where it rests, unlike the other bones.
void checkDisplaced(const Channels& channels, const std::vector<bool>& isBone, std::vector<Finding>& findings) {
    struct Displaced {
        uint32_t node;
        float least, mean;
    };
    std::vector<Displaced> all;
    std::vector<float> means;
    for (const Channel& channel : channels.clip.channels) {
        const int32_t parent = channels.model.hierarchy.parents[channel.node];
        const bool below = parent != kNoParent && isBone[static_cast<size_t>(parent)];
        if (channel.translation.empty() || !below || !isBone[channel.node]) continue;
        const glm::vec3& rest = channels.model.hierarchy.rest[channel.node].translation;
        float least = std::numeric_limits<float>::max(), sum = 0.0f;
        for (const glm::vec3& value : channel.translation.values) {
            const float own = channels.unit(channel.node) * glm::distance(value, rest);
            least = std::min(least, own);
            sum += own;
        }
        all.push_back({channel.node, least, sum / static_cast<float>(channel.translation.size())});
        means.push_back(all.back().mean);
    }
    if (all.empty()) return;
    const Displaced worst = *std::ranges::max_element(all, {}, &Displaced::mean);
    const float others = all.size() < 3 ? 0.0f : medianOf(means);
    if (worst.mean < kDisplaced || worst.least < kStaysDisplaced * worst.mean || worst.mean < kTimesOthers * others)
        return;
    const Measured away = measuredShare(static_cast<double>(worst.mean), "the model's size");
    findings.push_back(
        {"bone-displaced", Severity::warning, channels.clip.name,
         "holds '" + channels.model.hierarchy.names[worst.node] + "' " + away.text + " from where it rests",
         away.figure});
}

}  // namespace

std::vector<Finding> checkChannels(const Model& model) {
    std::vector<Finding> findings;
    const RestPose rest = restPoseOf(model);
    const std::vector<bool> isBone = skinBones(model);
    if (!(rest.size > 0.0f) || std::ranges::none_of(isBone, [](bool bone) { return bone; })) return findings;
    const Turns turns = turnsOf(model);
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const Channels channels(model, rest, model.clips[i]);
        if (!channels.clip.channels.empty()) checkStillBones(channels, isBone, turns, i, findings);
        if (!checkUnit(channels, isBone, findings)) checkDisplaced(channels, isBone, findings);
    }
    return findings;
}

}  // namespace sinew
