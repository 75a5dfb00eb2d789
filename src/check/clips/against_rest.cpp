#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

/// The translation keys of a bone below another node.
struct Places {
    uint32_t node = 0;
    float length = 0.0f;                ///< at rest, of the model's size
    float least = 0.0f, most = 0.0f;    ///< times that length
    float nearest = 0.0f, away = 0.0f;  ///< of the model's size, from where it rests: least, and in the mean
};

std::vector<Places> placesOf(const CheckedModel& checked, const AnimationClip& clip, const std::vector<bool>& isBone) {
    const auto& [model, rest] = std::tie(checked.model, checked.rest);
    std::vector<Places> all;
    for (const Channel& channel : clip.channels) {
        if (channel.translation.empty() || !isBone[channel.node] || model.hierarchy.parents[channel.node] == kNoParent)
            continue;
        const float unit = keyUnit(model, rest, channel.node);
        const glm::vec3& at = model.hierarchy.rest[channel.node].translation;
        Places own{.node = channel.node,
                   .length = glm::length(at) * unit,
                   .least = std::numeric_limits<float>::max(),
                   .nearest = std::numeric_limits<float>::max()};
        for (const glm::vec3& value : channel.translation.values) {
            const float length = glm::length(value) * unit / std::max(own.length, std::numeric_limits<float>::min());
            const float away = glm::distance(value, at) * unit;
            own.least = std::min(own.least, length), own.most = std::max(own.most, length);
            own.nearest = std::min(own.nearest, away);
            own.away += away / static_cast<float>(channel.translation.size());
        }
        all.push_back(own);
    }
    return all;
}

/// A clip, or some of its bones, in another unit than the skeleton.
bool checkClipUnit(size_t clip, const std::vector<Places>& places, std::vector<Finding>& findings) {
    std::vector<float> factors;
    for (const Places& own : places)
        if (own.length > kClips.leastLength) factors.push_back(0.5f * (own.least + own.most));
    if (factors.size() >= kClips.some) {
        const float factor = medianOf(factors);
        const auto alike =
            std::ranges::count_if(factors, [&](float own) { return std::abs(own / factor - 1.0f) < kClips.near; });
        if (std::max(factor, 1.0f / factor) > kClips.otherUnit && areMost(alike, std::ssize(factors))) {
            const Measured times = measured(static_cast<double>(factor), "times");
            findings.push_back(
                Found("clip-unit", Severity::warning, {clipSubject(clip)},
                      "keeps the bones " + times.text + " as far apart as the rest pose does: it is in another unit",
                      times.figure));
            return true;
        }
    }
    std::vector<uint32_t> nodes;
    float worst = 0.0f;
    for (const Places& own : places) {
        const bool isFar = own.least > kClips.farUnit || (own.most < 1.0f / kClips.farUnit && own.most > 0.0f);
        if (own.length < 10.0f * kClips.leastLength || !isFar) continue;
        nodes.push_back(own.node);
        worst = own.least > 1.0f ? own.least : own.most;
    }
    if (nodes.empty()) return false;
    const Measured times = measured(static_cast<double>(worst), "times");
    findings.push_back(Found("clip-unit", Severity::warning, with(clipSubject(clip), nodeSubjects(nodes)),
                             "moves {...} to " + times.text + " the distance at rest: their keys are in another unit",
                             times.figure));
    return true;
}

/// The bone lengths of another figure.
bool checkProportions(size_t clip, const std::vector<Places>& places, std::vector<Finding>& findings) {
    std::vector<float> factors;
    for (const Places& own : places)
        if (own.length > kClips.leastLength && own.most - own.least < kClips.alike * own.most)
            factors.push_back(own.most);
    const auto others =
        std::ranges::count_if(factors, [](float own) { return std::max(own, 1.0f / own) > 1.0f + kClips.otherLength; });
    if (factors.size() < kClips.some || !areMost(others, std::ssize(factors))) return false;
    std::ranges::sort(factors);
    const Measured least = measured(static_cast<double>(factors[factors.size() / 10]), "times");
    const Measured most = measured(static_cast<double>(factors[factors.size() - 1 - factors.size() / 10]), "times");
    findings.push_back(Found("clip-proportions", Severity::info, {clipSubject(clip)},
                             "has the bone lengths of another figure, " + figure(least.figure.value) + " to " +
                                 most.text + " as long as in the rest pose",
                             most.figure));
    return true;
}

/// Bones that a whole clip holds away from where they rest.
void checkHeldAway(const CheckedModel& checked, size_t clip, const std::vector<Places>& places,
                   std::vector<Finding>& findings) {
    std::vector<float> means;
    for (const Places& own : places)
        means.push_back(own.away);
    if (means.empty()) return;
    const float usual = means.size() < kClips.some ? 0.0f : medianOf(means);
    const std::vector<bool> travels = travelingNodes(checked.model, checked.rest);
    std::vector<uint32_t> nodes;
    float worst = 0.0f;
    for (const Places& own : places)
        if (own.away > std::max(kClips.displaced, kClips.stretched * usual) && own.nearest > kClips.most * own.away &&
            !travels[own.node])
            nodes.push_back(own.node), worst = std::max(worst, own.away);
    if (nodes.empty()) return;
    const Measured away = measuredShare(static_cast<double>(worst), "the model's size");
    findings.push_back(Found(
        "bone-displaced", Severity::info, with(clipSubject(clip), nodeSubjects(nodes)),
        "holds {...} " + away.text + " from where " + (nodes.size() == 1 ? "it rests" : "they rest"), away.figure));
}

}  // namespace

std::vector<Finding> checkAgainstRest(const CheckedModel& checked) {
    std::vector<Finding> findings;
    const std::vector<bool> isBone = boneNodes(checked.model);
    if (!(checked.rest.size > 0.0f) || std::ranges::find(isBone, true) == isBone.end()) return findings;
    for (size_t clip = 0; clip < checked.model.clips.size(); ++clip) {
        const std::vector<Places> places = placesOf(checked, checked.model.clips[clip], isBone);
        if (!checkClipUnit(clip, places, findings) && !checkProportions(clip, places, findings))
            checkHeldAway(checked, clip, places, findings);
    }
    return findings;
}

}  // namespace sinew
