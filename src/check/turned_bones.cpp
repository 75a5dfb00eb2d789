#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <tuple>

#include "check/bones.h"
#include "check/checks.h"
#include "check/key_rotations.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kTurned = 30.0f;          // degrees from all that the bone does elsewhere
constexpr float kTurnedFromRest = 45.0f;  // the same, where there is no other clip
constexpr float kSurelyTurned = 75.0f;
constexpr float kOthersTurned = 20.0f;  // degrees: the other bones of the clip are nearer, but for a few
constexpr double kFewOtherBones = 0.1;  // of the bones
constexpr size_t kMinOfOnly = 6;        // bones, of which one alone is turned:
constexpr float kOnlyTurned = 12.0f;    // degrees
constexpr float kOfOnly = 0.3f;         // of that: the next one
constexpr float kOthersStay = 3.0f;     // degrees: all others
constexpr float kSpineTurned = 60.0f;   // degrees: a bone between the root and the limbs
constexpr float kOtherSpine = 0.5f;     // of that: any other of these
constexpr size_t kMinTurnedBones = 4;
constexpr size_t kMinClips = 2;

constexpr float kOtherAxes = 12.0f;  // degrees: half of the bones of a clip
constexpr float kSurelyUnlike = 18.0f;
constexpr float kUnlikeOthers = 4.0f;  // degrees: half of the bones of any other clip are nearer
constexpr std::ptrdiff_t kMinUnlike = 3;

constexpr float kUnlikeOwn = 20.0f;     // degrees, of both bones of a pair together: from what they do elsewhere
constexpr float kLikeTwin = 0.5f;       // of that: from what the bone on the other side does
constexpr double kMostExchanged = 0.7;  // of the pairs whose sides differ by as much

constexpr float kRestTurned = 25.0f;      // degrees from the nearest key of all clips
constexpr float kOthersRest = 10.0f;      // degrees: the other bones, but for a few
constexpr float kTwinRest = 1.0f / 3.0f;  // of its angle: the bone on the other side
constexpr size_t kMostRestTurned = 2;     // bones
constexpr size_t kMinRestClips = 3;       // fewer do not show all that a bone does

/// Clips in which the bones of both sides have each other's keys: these fit what the other one does at rest and in
/// other clips. Where both sides have the same axes, nothing tells. A clip that is named for a side, or for it, may
/// mirror another one.
void checkExchanged(const CheckedModel& checked, const std::vector<std::vector<Rotations>>& sampled,
                    std::vector<Finding>& findings) {
    const auto& [model, twins] = std::tie(checked.model, checked.twins);
    struct Told {
        size_t telling = 0;
        std::vector<std::string> exchanged;
    };
    std::vector<Told> told(sampled.size());
    std::vector<bool> isMirror;
    for (const AnimationClip& clip : model.clips)
        isMirror.push_back(sideOf(clip.name) != Side::none || isNamedMirrored(clip.name));
    for (uint32_t node = 0; node < twins.size(); ++node) {
        if (!twins[node] || *twins[node] <= node) continue;
        const uint32_t twin = *twins[node];
        const std::vector<FromClip> oneAll = allOf(model, sampled, node), otherAll = allOf(model, sampled, twin);
        for (size_t c = 0; c < sampled.size(); ++c) {
            const Rotations &one = sampled[c][node], &other = sampled[c][twin];
            if (one.empty() || other.empty() || isMirror[c]) continue;
            const Rotations oneElsewhere = elsewhere(oneAll, c), otherElsewhere = elsewhere(otherAll, c);
            const float own = meanNearest(one, oneElsewhere) + meanNearest(other, otherElsewhere);
            const float across = meanNearest(one, otherElsewhere) + meanNearest(other, oneElsewhere);
            told[c].telling += std::abs(own - across) > kUnlikeOwn;
            if (own - across > kUnlikeOwn && across < kLikeTwin * own)
                told[c].exchanged.push_back(model.hierarchy.names[node]);
        }
    }
    for (size_t c = 0; c < sampled.size(); ++c) {
        const auto& [telling, exchanged] = told[c];
        if (exchanged.empty() || static_cast<double>(exchanged.size()) < kMostExchanged * static_cast<double>(telling))
            continue;
        const bool isSure = exchanged.size() > 1 && isNamedLikeLoop(model.clips[c].name);
        findings.push_back({"clip-sides", isSure ? Severity::warning : Severity::info, model.clips[c].name,
                            "left and right may be exchanged: " + listed(exchanged) +
                                (exchanged.size() == 1 ? " and its twin" : " and their twins") +
                                " have each other's rotations"});
    }
}

/// Bones that have the rotations of the bone above them, and the other way round: these fit what the other one does at
/// rest and in other clips. Where both have the same axes, nothing tells.
void checkParentAndChild(const CheckedModel& checked, const std::vector<std::vector<Rotations>>& sampled,
                         std::vector<Finding>& findings) {
    const Model& model = checked.model;
    const auto& names = model.hierarchy.names;
    std::vector<std::vector<FromClip>> all(model.hierarchy.size());
    const auto allAt = [&](uint32_t node) -> const std::vector<FromClip>& {
        if (all[node].empty()) all[node] = allOf(model, sampled, node);
        return all[node];
    };
    for (uint32_t node = 0; node < names.size(); ++node) {
        const int32_t above = model.hierarchy.parents[node];
        if (above == kNoParent) continue;
        const auto parent = static_cast<uint32_t>(above);
        float most = 0.0f;
        std::optional<Finding> worst;  // what one clip exchanges, the others seem to exchange, as well
        for (size_t c = 0; c < sampled.size(); ++c) {
            const Rotations &own = sampled[c][node], &other = sampled[c][parent];
            if (own.empty() || other.empty()) continue;
            const Rotations ownElsewhere = elsewhere(allAt(node), c), otherElsewhere = elsewhere(allAt(parent), c);
            const float ownAway = meanNearest(own, ownElsewhere), otherAway = meanNearest(other, otherElsewhere);
            const float ownAcross = meanNearest(own, otherElsewhere), otherAcross = meanNearest(other, ownElsewhere);
            const float nearer = ownAway + otherAway - ownAcross - otherAcross;
            if (nearer < std::max(most, kUnlikeOwn)) continue;
            if (ownAcross > kLikeTwin * ownAway || otherAcross > kLikeTwin * otherAway) continue;
            most = nearer;
            const Measured away = measured(static_cast<double>(std::max(ownAway, otherAway)), "degrees");
            worst = Finding{"bones-exchanged", Severity::info, model.clips[c].name,
                            "may have the rotations of '" + names[parent] + "' and '" + names[node] +
                                "' below it in each other's place: they are up to " + away.text +
                                " from what these do at rest and in other clips, and fit the other one",
                            away.figure};
        }
        if (worst) findings.push_back(*worst);
    }
}

/// A bone of a clip, and how far its nearest key is from what the bone does at rest and in other clips.
struct Away {
    uint32_t node;
    float degrees;
};

/// Bones that rest where no clip has them, while their twin, or nearly all bones, rest within their keys.
void checkRests(const CheckedModel& checked, const std::vector<std::vector<Rotations>>& sampled,
                std::vector<Finding>& findings) {
    const auto& [model, twins] = std::tie(checked.model, checked.twins);
    std::vector<std::optional<float>> away(model.hierarchy.size());
    std::vector<float> sorted;
    for (uint32_t node = 0; node < away.size(); ++node) {
        float least = 360.0f;
        size_t clips = 0, others = 0;
        for (const std::vector<Rotations>& clip : sampled) {
            const bool moves = std::ranges::any_of(clip, std::not_fn(&Rotations::empty));
            others += moves && clip[node].empty();  // there, the bone rests
            if (clip[node].empty()) continue;
            ++clips;
            least = std::min(least, nearestOf(clip[node], {model.hierarchy.rest[node].rotation}));
        }
        if (clips < kMinRestClips || others > 0) continue;
        away[node] = least;
        sorted.push_back(least);
    }
    if (sorted.size() < kMinTurnedBones) return;
    std::ranges::sort(sorted, std::greater());
    const auto near = static_cast<size_t>(std::ceil(kFewOtherBones * static_cast<double>(sorted.size())));
    const bool othersRest = sorted[near] < kOthersRest;
    std::vector<uint32_t> turned;
    for (uint32_t node = 0; node < away.size(); ++node) {
        if (!away[node] || *away[node] < kRestTurned) continue;
        const bool hasTwin = twins[node] && away[*twins[node]];
        if (hasTwin ? *away[*twins[node]] < kTwinRest * *away[node] : othersRest) turned.push_back(node);
    }
    if (turned.size() > kMostRestTurned) return;
    for (const uint32_t node : turned) {
        const Measured turn = measured(static_cast<double>(*away[node]), "degrees");
        findings.push_back({"rest-turned", Severity::info, model.hierarchy.names[node],
                            "rests " + turn.text + " from the nearest of all rotations that clips give it",
                            turn.figure});
    }
}

/// The one clip that keeps half of its bones far from all that they do at rest and in other clips.
void checkUnlike(const Model& model, const std::vector<std::optional<float>>& medians, std::vector<Finding>& findings) {
    const auto compared = std::ranges::count_if(medians, [](const auto& median) { return median.has_value(); });
    const auto worst = std::ranges::max_element(medians);
    if (compared < kMinUnlike || *worst < kOtherAxes) return;
    const auto others = std::ranges::count_if(medians, [](const auto& median) { return median > kUnlikeOthers; });
    if (others != 1) return;
    const AnimationClip& clip = model.clips[static_cast<size_t>(worst - medians.begin())];
    const Measured turn = measured(static_cast<double>(**worst), "degrees");
    const bool isSure = **worst > kSurelyUnlike && isNamedLikeLoop(clip.name);
    findings.push_back({"clip-unlike", isSure ? Severity::warning : Severity::info, clip.name,
                        "keeps half of its bones at least " + turn.text +
                            " from their rest pose and from all other clips: other axes, or another skeleton?",
                        turn.figure});
}

/// Bones of the spine: they have no twin and carry some that have one; not the topmost, which may lie down.
std::vector<bool> spineOf(const CheckedModel& checked) {
    const auto& parents = checked.model.hierarchy.parents;
    const std::vector<bool> isBone = boneNodes(checked.model);
    std::vector<bool> isSpine(parents.size());
    for (size_t node = parents.size(); node-- > 0;) {
        const int32_t parent = parents[node];
        if (parent != kNoParent && (checked.twins[node] || isSpine[node])) isSpine[static_cast<size_t>(parent)] = true;
    }
    for (size_t node = 0; node < parents.size(); ++node)
        isSpine[node] = isSpine[node] && !checked.twins[node] && parents[node] != kNoParent &&
                        isBone[static_cast<size_t>(parents[node])];
    return isSpine;
}

/// The bone of a clip that is turned as no other one is, or none. `all` is sorted, the farthest first;
/// `keyed` of them have keys.
std::optional<Away> turnedOf(const std::vector<Away>& all, size_t keyed, size_t clips,
                             const std::vector<bool>& isSpine) {
    const auto near = static_cast<size_t>(std::ceil(kFewOtherBones * static_cast<double>(all.size())));
    if (all.front().degrees >= (clips == 1 ? kTurnedFromRest : kTurned) && all[near].degrees <= kOthersTurned)
        return all.front();
    if (clips > 1 && keyed >= kMinOfOnly && all[0].degrees >= kOnlyTurned &&
        all[1].degrees < kOfOnly * all[0].degrees && all[2].degrees < kOthersStay)
        return all.front();
    // From a T-pose, all arms turn far; a spine does not.
    const auto onSpine = [&](const Away& away) { return isSpine[away.node]; };
    const auto worst = std::ranges::find_if(all, onSpine);
    if (worst == all.end() || worst->degrees < kSpineTurned) return std::nullopt;
    const auto next = std::find_if(worst + 1, all.end(), onSpine);
    if (next == all.end() || next->degrees > kOtherSpine * worst->degrees) return std::nullopt;
    return *worst;
}

}  // namespace

std::vector<Finding> checkTurnedBones(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const std::vector<bool> isBone = boneNodes(model), isSpine = spineOf(checked);
    const std::vector<std::vector<Rotations>> sampled = sampledRotations(model, isBone);
    checkRests(checked, sampled, findings);
    checkExchanged(checked, sampled, findings);
    checkParentAndChild(checked, sampled, findings);
    std::vector<bool> hasKeys(model.hierarchy.size());
    for (const std::vector<Rotations>& clip : sampled)
        for (size_t node = 0; node < clip.size(); ++node)
            hasKeys[node] = hasKeys[node] || !clip[node].empty();
    std::vector<std::optional<float>> medians;  // by clip
    for (size_t c = 0; c < model.clips.size(); ++c) {
        medians.emplace_back();
        std::vector<Away> all;
        size_t keyed = 0;
        for (uint32_t node = 0; node < model.hierarchy.size(); ++node) {
            const Rotations& own = sampled[c][node];
            if (own.empty() && hasKeys[node]) all.push_back({node, 0.0f});  // it rests
            if (own.empty()) continue;
            ++keyed;
            float least = nearestOf(own, {model.hierarchy.rest[node].rotation});
            for (size_t other = 0; other < model.clips.size() && least > kUnlikeOthers; ++other)
                if (other != c && !sampled[other][node].empty())
                    least = std::min(least, nearestOf(own, sampled[other][node]));
            all.push_back({node, least});
        }
        if (all.size() < kMinTurnedBones) continue;
        std::ranges::sort(all, std::ranges::greater(), &Away::degrees);
        medians.back() = all[all.size() / 2].degrees;
        const std::optional<Away> worst = turnedOf(all, keyed, model.clips.size(), isSpine);
        if (!worst) continue;
        const Measured turn = measured(static_cast<double>(worst->degrees), "degrees");
        const bool isSure = worst->degrees > kSurelyTurned &&
                            (model.clips.size() > kMinClips || isSpine[worst->node]) &&
                            (isNamedLikeLoop(model.clips[c].name) || (model.clips.size() == 1 && isSpine[worst->node]));
        findings.push_back({"bone-turned", isSure ? Severity::warning : Severity::info, model.clips[c].name,
                            "keeps '" + model.hierarchy.names[worst->node] + "' at least " + turn.text +
                                " from its rest pose" + (model.clips.size() > 1 ? " and from all other clips" : ""),
                            turn.figure});
    }
    checkUnlike(model, medians, findings);
    return findings;
}

}  // namespace sinew
