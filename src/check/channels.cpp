#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr size_t kMinBones = 4;       // for a unit
constexpr float kMinOffset = 0.005f;  // of the model's size
constexpr float kOtherUnit = 1.9f;    // a factor
constexpr float kFarUnit = 9.0f;      // a factor; where fewer bones tell

constexpr float kDisplaced = 0.035f;       // of the model's size, through a whole clip
constexpr float kTimesOthers = 4.0f;       // the displacement of the other bones
constexpr float kDisplacedAlone = 0.012f;  // of the model's size: where all other bones stay
constexpr float kTimesStaying = 12.0f;     // their displacement
constexpr size_t kMinStaying = 4;          // such bones
constexpr float kOneUnit = 50.0f;          // a factor: a single bone in another unit, often the hips
constexpr float kFarMotion = 3.0f;         // the model's size
constexpr float kTimesFarther = 30.0f;     // than in all other clips
constexpr float kComesBack = 0.05f;        // of the way
constexpr float kMinFarOffset = 0.05f;     // of the model's size: such a bone, at rest
constexpr float kStaysDisplaced = 0.6f;    // of its mean, in every key
constexpr float kLostOffset = 0.02f;       // of the model's size: such a bone, at rest
constexpr float kZero = 1e-4f;             // of its length at rest
constexpr size_t kMinProportions = 6;      // bones that keep their distance
constexpr float kSameFactor = 0.02f;       // of a factor
constexpr float kOtherFactor = 0.12f;      // from 1
constexpr float kOwnLength = 0.05f;        // from 1: bones that keep theirs
constexpr float kStretchedBy = 0.03f;      // of the model's size
constexpr float kStretched = 0.15f;        // of the largest distance from its parent

struct Channels {
    const Model& model;
    const RestPose& rest;
    const AnimationClip& clip;

    float unit(uint32_t node) const { return keyUnit(model, rest, node); }
};

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

/// The translations of a single bone, or of a node that carries bones, in another unit than the skeleton: its keys are
/// far too long or short, throughout.
bool checkUnitOfBone(const Channels& channels, const std::vector<bool>& carriesBones, std::vector<Finding>& findings) {
    for (const Channel& channel : channels.clip.channels) {
        if (channel.translation.empty() || !carriesBones[channel.node]) continue;
        const float at = glm::length(channels.model.hierarchy.rest[channel.node].translation);
        if (at * channels.unit(channel.node) < kMinFarOffset) continue;
        float least = std::numeric_limits<float>::max(), most = 0.0f;
        for (const glm::vec3& value : channel.translation.values)
            least = std::min(least, glm::length(value) / at), most = std::max(most, glm::length(value) / at);
        if ((least < kOneUnit && most > 1.0f / kOneUnit) || !(most > 0.0f)) continue;  // at 0: no unit
        const Measured times = measured(static_cast<double>(least < kOneUnit ? most : least), "times");
        findings.push_back({"clip-unit", Severity::warning, channels.clip.name,
                            "moves '" + channels.model.hierarchy.names[channel.node] +
                                "' in another unit than the skeleton: " + times.text + " its distance at rest",
                            times.figure});
        return true;
    }
    return false;
}

/// A bone that one clip moves many times as far as all others, and back, far out of the figure.
void checkFarMotion(const CheckedModel& checked, const std::vector<bool>& carriesBones,
                    std::vector<Finding>& findings) {
    const auto& [model, rest] = std::tie(checked.model, checked.rest);
    struct Far {
        size_t clip = 0;
        float by = 0.0f, others = 0.0f;  ///< of the model's size
        bool returns = false;
    };
    std::map<uint32_t, Far> farthest;  // by node
    for (size_t clip = 0; clip < model.clips.size(); ++clip)
        for (const Channel& channel : model.clips[clip].channels) {
            if (channel.translation.empty() || !carriesBones[channel.node]) continue;
            const float range = rangeOf(channel.translation), by = range * keyUnit(model, rest, channel.node);
            const glm::vec3 &first = channel.translation.values.front(), &last = channel.translation.values.back();
            Far& far = farthest[channel.node];
            if (by > far.by)
                far = {clip, by, far.by, glm::distance(first, last) < kComesBack * range};
            else
                far.others = std::max(far.others, by);
        }
    for (const auto& [node, far] : farthest) {
        if (!far.returns || far.by < kFarMotion || far.others == 0.0f || far.by < kTimesFarther * far.others) continue;
        const Measured times = measured(static_cast<double>(far.by / far.others), "times");
        findings.push_back({"clip-unit", Severity::warning, model.clips[far.clip].name,
                            "moves '" + model.hierarchy.names[node] + "' by " +
                                measured(static_cast<double>(far.by), "times the model's size").text + " and back, " +
                                times.text + " as far as any other clip",
                            times.figure});
    }
}

/// Those of `nodes` that hang on a bone, or on a node between two bones.
std::vector<bool> hangingNodes(const Model& model, std::vector<bool> nodes) {
    std::vector<bool> isBelowBone = boneNodes(model);
    markBelow(model.hierarchy, isBelowBone);
    for (size_t node = 0; node < nodes.size(); ++node) {
        const int32_t parent = model.hierarchy.parents[node];
        nodes[node] = nodes[node] && parent != kNoParent && isBelowBone[static_cast<size_t>(parent)];
    }
    return nodes;
}

/// A bone that a whole clip holds away from where it rests, unlike the other bones.
void checkDisplaced(const Channels& channels, const std::vector<bool>& isBone, const std::vector<bool>& hangsOnBone,
                    const std::vector<bool>& travels, std::vector<Finding>& findings) {
    struct Displaced {
        uint32_t node;
        float least, mean;
    };
    std::vector<Displaced> all;
    std::vector<float> means;
    for (const Channel& channel : channels.clip.channels) {
        if (channel.translation.empty() || !hangsOnBone[channel.node]) continue;
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
    std::ranges::sort(means, std::greater());
    const bool othersStay = means.size() > kMinStaying && worst.mean > kDisplacedAlone &&
                            worst.mean > kTimesStaying * means[1] && !travels[worst.node];
    if (worst.least < kStaysDisplaced * worst.mean) return;
    if (!othersStay && (worst.mean < kDisplaced || worst.mean < kTimesOthers * others)) return;
    const Measured away = measuredShare(static_cast<double>(worst.mean), "the model's size");
    const bool isSure = isBone[worst.node] && !travels[worst.node] && worst.mean >= kDisplaced;
    findings.push_back(
        {"bone-displaced", isSure ? Severity::warning : Severity::info, channels.clip.name,
         "holds '" + channels.model.hierarchy.names[worst.node] + "' " + away.text + " from where it rests",
         away.figure});
}

/// Bones whose keys put them at their parents: their offsets were lost.
bool checkLostOffsets(const Channels& channels, const std::vector<bool>& isBone, const std::vector<bool>& travels,
                      std::vector<Finding>& findings) {
    const size_t before = findings.size();
    const auto isAtParent = [](const Channel& channel, float at) {
        return !channel.translation.empty() &&
               std::ranges::all_of(channel.translation.values,
                                   [&](const glm::vec3& value) { return glm::length(value) < kZero * at; });
    };
    for (const Channel& channel : channels.clip.channels) {
        const int32_t parent = channels.model.hierarchy.parents[channel.node];
        const float at = glm::length(channels.model.hierarchy.rest[channel.node].translation);
        if (parent == kNoParent || !isBone[channel.node] || travels[channel.node] ||
            at * channels.unit(channel.node) < kLostOffset || !isAtParent(channel, at))
            continue;
        const Measured away = measuredShare(static_cast<double>(at * channels.unit(channel.node)), "the model's size");
        findings.push_back({"bone-displaced", Severity::warning, channels.clip.name,
                            "holds '" + channels.model.hierarchy.names[channel.node] + "' at its parent, " + away.text +
                                " from where it rests: its offset was lost",
                            away.figure});
    }
    return findings.size() > before;
}

/// The distances that bones keep from the bone above, as a factor of those at rest; in order.
std::vector<float> lengthFactors(const Channels& channels, const std::vector<bool>& isBone) {
    std::vector<float> ratios;
    for (const Channel& channel : channels.clip.channels) {
        const int32_t parent = channels.model.hierarchy.parents[channel.node];
        const bool below = parent != kNoParent && isBone[static_cast<size_t>(parent)];
        if (!below || !isBone[channel.node] || channel.translation.empty()) continue;
        const float at = glm::length(channels.model.hierarchy.rest[channel.node].translation);
        if (at * channels.unit(channel.node) < kMinOffset) continue;
        const float first = glm::length(channel.translation.values.front());
        if (std::ranges::all_of(channel.translation.values, [&](const glm::vec3& value) {
                return std::abs(glm::length(value) - first) < kSameFactor * first;
            }))
            ratios.push_back(first / at);
    }
    std::ranges::sort(ratios);
    return ratios;
}

/// The factor that at least kMinProportions of them share, if all others are 1; in order.
std::optional<float> sharedFactor(std::vector<float> ratios) {
    std::erase_if(ratios, [](float own) { return std::abs(own - 1.0f) < kOwnLength; });
    if (ratios.size() < kMinProportions) return std::nullopt;
    const bool isShared = ratios.back() - ratios.front() < kSameFactor * ratios.front();
    return isShared ? std::optional(medianOf(ratios)) : std::nullopt;
}

/// A clip that brings the offsets of a larger or smaller figure: most bones keep a distance from the bone above that is
/// the same factor of the one at rest.
bool checkProportions(const Channels& channels, const std::vector<bool>& isBone, std::vector<Finding>& findings) {
    std::vector<float> ratios = lengthFactors(channels, isBone);
    if (ratios.size() < kMinProportions) return false;
    const float ratio = medianOf(ratios);
    const auto agree =
        std::ranges::count_if(ratios, [&](float own) { return std::abs(own - ratio) < kSameFactor * ratio; });
    if (std::abs(ratio - 1.0f) < kOtherFactor || agree * 10 < std::ssize(ratios) * 7) return false;
    const Measured times = measured(static_cast<double>(ratio), "times");
    findings.push_back(
        {"clip-proportions", Severity::info, channels.clip.name,
         "is for a figure of other proportions: its bones are " + times.text + " as far apart as in the rest pose",
         times.figure});
    return true;
}

/// The only clip that stretches or shrinks some bones by one factor, and leaves all others as they are.
void checkOddProportions(const CheckedModel& checked, const std::vector<bool>& isBone,
                         const std::vector<const AnimationClip*>& clips, std::vector<Finding>& findings) {
    std::vector<std::pair<const AnimationClip*, float>> odd;
    for (const AnimationClip* clip : clips) {
        const std::optional<float> factor = sharedFactor(lengthFactors({checked.model, checked.rest, *clip}, isBone));
        if (factor && std::abs(*factor - 1.0f) > kOtherFactor) odd.emplace_back(clip, *factor);
    }
    if (odd.size() != 1) return;
    const Measured times = measured(static_cast<double>(odd.front().second), "times");
    findings.push_back({"clip-proportions", Severity::info, odd.front().first->name,
                        "has the lengths of another figure in some bones: they are " + times.text +
                            " as far from the bone above them as in the rest pose, all others are as far",
                        times.figure});
}

/// The only clip in which most bones keep other distances than at rest, some longer and some shorter: those of another
/// figure.
void checkOtherLengths(const CheckedModel& checked, const std::vector<bool>& isBone,
                       const std::vector<const AnimationClip*>& clips, std::vector<Finding>& findings) {
    std::vector<std::pair<const AnimationClip*, std::vector<float>>> odd;
    size_t compared = 0;
    for (const AnimationClip* clip : clips) {
        const std::vector<float> ratios = lengthFactors({checked.model, checked.rest, *clip}, isBone);
        if (ratios.size() < kMinProportions) continue;
        ++compared;
        const auto other =
            std::ranges::count_if(ratios, [](float own) { return std::max(own, 1.0f / own) > 1.0f + kOtherFactor; });
        const auto same = std::ranges::count_if(ratios, [](float own) { return std::abs(own - 1.0f) < kOwnLength; });
        if (3 * other > 2 * std::ssize(ratios))
            odd.emplace_back(clip, ratios);
        else if (2 * same < std::ssize(ratios))
            return;  // others stretch bones, too
    }
    if (odd.size() != 1 || compared < 2) return;
    const auto& [clip, ratios] = odd.front();
    const Measured least = measured(static_cast<double>(ratios.front()), "times");
    findings.push_back({"clip-proportions", Severity::info, clip->name,
                        "has the lengths of another figure: most bones are " + figure(least.figure.value) + " to " +
                            measured(static_cast<double>(ratios.back()), "times").text +
                            " as far from the bone above them as in the rest pose, unlike in other clips",
                        least.figure});
}

/// How much the distance of a node from its parent changes in a clip, as a share of the model's size.
float stretchOf(const Channels& channels, const Channel& channel) {
    if (channel.translation.size() < 2 || channels.model.hierarchy.parents[channel.node] == kNoParent) return 0.0f;
    float least = std::numeric_limits<float>::max(), most = 0.0f;
    for (const glm::vec3& value : channel.translation.values) {
        least = std::min(least, glm::length(value));
        most = std::max(most, glm::length(value));
    }
    return most - least < kStretched * most ? 0.0f : channels.unit(channel.node) * (most - least);
}

/// The only bone of a skeleton whose distance from its parent changes visibly, in this clip only.
void checkStretched(const CheckedModel& checked, std::vector<Finding>& findings) {
    const auto& [model, rest] = std::tie(checked.model, checked.rest);
    const std::vector<bool> hangsOnBone = hangingNodes(model, boneNodes(model));
    std::map<uint32_t, std::vector<std::pair<size_t, float>>> stretched;  // by node: clips
    for (size_t c = 0; c < model.clips.size(); ++c)
        for (const Channel& channel : model.clips[c].channels) {
            const Channels channels{model, rest, model.clips[c]};
            const float own = hangsOnBone[channel.node] ? stretchOf(channels, channel) : 0.0f;
            if (own < kStretchedBy) continue;
            stretched[channel.node].emplace_back(c, own);
        }
    std::vector<size_t> counts(model.clips.size());  // without the feet of rigs, which do so in all clips
    for (const auto& [node, clips] : stretched)
        counts[clips.front().first] += clips.size() == 1;
    for (const auto& [node, clips] : stretched) {
        const auto& [clip, by] = clips.front();
        const float away = glm::length(model.hierarchy.rest[node].translation) * keyUnit(model, rest, node);
        if (clips.size() > 1 || counts[clip] > 1 || away < kStretchedBy) continue;
        const Measured share = measuredShare(static_cast<double>(by), "the model's size");
        findings.push_back({"bone-stretches", Severity::info, model.clips[clip].name,
                            "moves '" + model.hierarchy.names[node] + "' toward and away from the bone above it, by " +
                                share.text + ": no other bone does so as visibly",
                            share.figure});
    }
}

}  // namespace

std::vector<Finding> checkChannels(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    const std::vector<bool> isBone = boneNodes(model);
    if (!(rest.size > 0.0f) || std::ranges::none_of(isBone, [](bool bone) { return bone; })) return findings;
    const std::vector<bool> travels = travelingNodes(model, rest);
    const std::vector<bool> carriesBones = boneNodes(model, true);
    const std::vector<bool> hangsOnBone = hangingNodes(model, carriesBones);
    bool areOthers = false;
    std::vector<const AnimationClip*> sameUnit;
    for (const AnimationClip& clip : model.clips) {
        const Channels channels{model, rest, clip};
        const bool isLost = checkLostOffsets(channels, isBone, travels, findings);
        if (checkUnit(channels, isBone, findings) || checkUnitOfBone(channels, carriesBones, findings)) continue;
        if (!isLost) checkDisplaced(channels, isBone, hangsOnBone, travels, findings);
        areOthers |= checkProportions(channels, isBone, findings);
        sameUnit.push_back(&clip);
    }
    if (!areOthers) {
        checkOddProportions(checked, isBone, sameUnit, findings);
        checkOtherLengths(checked, isBone, sameUnit, findings);
    }
    checkStretched(checked, findings);
    checkFarMotion(checked, carriesBones, findings);
    return findings;
}

}  // namespace sinew
