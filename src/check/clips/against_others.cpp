#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <glm/geometric.hpp>

#include "check/bones.h"
#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/found.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

using Rotations = std::vector<glm::quat>;

/// What bones do in each clip.
class Poses {
  public:
    explicit Poses(const CheckedModel& checked)
        : checked_(checked), model_(checked.model), isBone_(boneNodes(model_)), sampled_(model_.clips.size()) {
        for (size_t clip = 0; clip < sampled_.size(); ++clip)
            for (const Channel& channel : model_.clips[clip].channels) {
                const size_t stride = channel.rotation.size() / kClipCosts.poses + 1;
                for (size_t key = 0; isBone_[channel.node] && key < channel.rotation.size(); key += stride)
                    sampled_[clip][channel.node].push_back(channel.rotation.values[key]);
            }
    }

    /// Half of all bones, or some, that a clip keeps far from their rest pose and from all that other clips do.
    void addUnlike(size_t clip, std::vector<Finding>& findings) const {
        if (model_.clips.size() < kClips.few || isNamedOffGround(model_.clips[clip].name)) return;
        std::vector<std::pair<float, uint32_t>> away;
        for (const auto& [node, own] : sampled_[clip])
            away.emplace_back(degreesAway(clip, node, own), node);
        if (away.size() < kClips.some) return;
        std::ranges::sort(away, std::greater());
        const float half = away[away.size() / 2].first;
        const bool isHalf = half > kClips.turns;
        std::vector<uint32_t> nodes;
        for (const auto& [degrees, node] : away)
            if (degrees >= (isHalf ? half : checked_.twins[node] ? 2.0f * kClips.far : kClips.far))
                nodes.push_back(node);
        if (nodes.empty()) return;
        const Measured turn = measured(static_cast<double>(isHalf ? half : away.front().first), "degrees");
        findings.push_back(Found(
            "clip-unlike", isHalf && isNamedLikeLoop(model_.clips[clip].name) ? Severity::warning : Severity::info,
            with(clipSubject(clip), nodeSubjects(nodes)),
            (isHalf ? "keeps half of its bones at least " + turn.text : "keeps {...} up to " + turn.text) +
                " from the rest pose and from all other clips: other axes, or another skeleton?",
            turn.figure));
    }

    /// A clip that holds differences from the rest pose: its rotations are near none.
    void addAdditive(size_t clip, std::vector<Finding>& findings) const {
        const glm::quat none(1.0f, 0.0f, 0.0f, 0.0f);
        if (hasWord(wordsOf(model_.clips[clip].name), {"additive", "add", "delta", "offset", "relative"})) return;
        size_t telling = 0;
        std::vector<uint32_t> nodes;
        for (const auto& [node, own] : sampled_[clip]) {
            const glm::quat& rest = model_.hierarchy.rest[node].rotation;
            if (apart(rest, none) < kClips.far) continue;
            ++telling;
            if (degreesBetween(own, {none}) < kClips.moving * degreesBetween(own, {rest}) &&
                degreesAway(clip, node, own) > kClips.moving * kClips.far)
                nodes.push_back(node);
        }
        if (nodes.size() < kClips.some || !areMost(nodes.size(), telling)) return;
        const Measured bones = measuredPart(nodes.size(), telling, "bone", "bones");
        findings.push_back(Found("clip-additive", Severity::warning, {clipSubject(clip)},
                                 "holds differences from the rest pose, as it seems: its rotations of " + bones.text +
                                     " are near none, and far from the rest pose and all other clips",
                                 bones.figure));
    }

    /// Bones of a walk or a run, or of the only clip, that stand still although their twin turns.
    void addStill(size_t clip, std::vector<Finding>& findings) const {
        const AnimationClip& own = model_.clips[clip];
        if (!isNamedLikeGait(own.name) && model_.clips.size() > 1) return;
        std::vector<float> degrees(isBone_.size(), 0.0f);
        std::vector<bool> moves(isBone_.size(), false);
        for (const Channel& channel : own.channels) {
            degrees[channel.node] = rangeOf(channel.rotation);
            moves[channel.node] =
                rangeOf(channel.translation) * keyUnit(model_, checked_.rest, channel.node) > 2.0f * kVisible.way;
        }
        std::vector<uint32_t> nodes;
        bool hasLeg = false;
        float most = 0.0f;
        for (uint32_t node = 0; node < isBone_.size(); ++node) {
            const auto twin = checked_.twins[node];
            if (!isBone_[node] || !twin || moves[node] || degrees[node] > kClips.sameTurn ||
                degrees[*twin] < kClips.turns)
                continue;
            nodes.push_back(node);
            hasLeg |= isNamedLikeLeg(model_.hierarchy.names[node]);
            most = std::max(most, degrees[*twin]);
        }
        if (nodes.empty()) return;
        const Measured turn = measured(static_cast<double>(most), "degrees");
        // Who carries something, holds that arm still.
        findings.push_back(Found(
            "bone-still", hasLeg ? Severity::warning : Severity::info, with(clipSubject(clip), nodeSubjects(nodes)),
            "does not turn {...}, although the other side turns by up to " + turn.text, turn.figure));
    }

  private:
    /// Degrees between the two that are nearest to each other.
    static float degreesBetween(const Rotations& some, const Rotations& others) {
        float nearest = 0.0f;
        for (const glm::quat& one : some)
            for (const glm::quat& other : others)
                nearest = std::max(nearest, std::abs(glm::dot(one, other)));
        return glm::degrees(2.0f * std::acos(std::min(1.0f, nearest)));
    }

    float degreesAway(size_t clip, uint32_t node, const Rotations& own) const {
        float least = degreesBetween(own, {model_.hierarchy.rest[node].rotation});
        for (size_t other = 0; other < sampled_.size() && least > kClips.turns; ++other)
            if (const auto found = sampled_[other].find(node); other != clip && found != sampled_[other].end())
                least = std::min(least, degreesBetween(own, found->second));
        return least;
    }

    const CheckedModel& checked_;
    const Model& model_;
    std::vector<bool> isBone_;
    std::vector<std::map<uint32_t, Rotations>> sampled_;  ///< by clip and node
};

/// Where a figure stands at the start of a clip, relative to its rest pose. Y up.
struct Start {
    size_t clip = 0;
    glm::vec3 offset{0.0f};        ///< median over the nodes
    std::optional<float> heading;  ///< degrees about Y; nothing where its shape is another one
};

std::optional<float> headingOf(const std::vector<glm::vec3>& rest, const std::vector<glm::vec3>& posed) {
    glm::vec3 restMiddle(0.0f), posedMiddle(0.0f);
    for (size_t i = 0; i < rest.size(); ++i)
        restMiddle += rest[i], posedMiddle += posed[i];
    const auto count = static_cast<float>(rest.size());
    float along = 0.0f, across = 0.0f, restSize = 0.0f, posedSize = 0.0f;
    for (size_t i = 0; i < rest.size(); ++i) {
        const glm::vec3 a = rest[i] - restMiddle / count, b = posed[i] - posedMiddle / count;
        along += a.x * b.x + a.z * b.z;
        across += a.z * b.x - a.x * b.z;
        restSize += a.x * a.x + a.z * a.z;
        posedSize += b.x * b.x + b.z * b.z;
    }
    if (std::hypot(along, across) < kClips.sameWayRound * std::sqrt(restSize * posedSize)) return std::nullopt;
    return glm::degrees(std::atan2(across, along));
}

std::vector<Start> startsOf(const CheckedModel& checked) {
    const glm::mat4 yUp = yUpFrom(checked.model.up);
    std::vector<glm::vec3> atRest;
    for (const uint32_t node : checked.nodes)
        atRest.emplace_back(yUp * checked.rest.worldFromNode[node][3]);
    std::vector<Start> starts;
    for (size_t clip = 0; clip < checked.model.clips.size(); ++clip) {
        if (checked.model.clips[clip].channels.empty() || atRest.size() < kClips.some) continue;
        std::vector<glm::vec3> posed;
        for (size_t i = 0; i < atRest.size(); ++i)
            posed.push_back(checked.motionOf(clip).position(0, i));
        Start start{.clip = clip, .heading = headingOf(atRest, posed)};
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<float> offsets;
            for (size_t i = 0; i < atRest.size(); ++i)
                offsets.push_back(posed[i][axis] - atRest[i][axis]);
            start.offset[axis] = medianOf(offsets);
        }
        starts.push_back(start);
    }
    return starts;
}

/// Clips that start elsewhere, or turned away, unlike most others.
void checkClipStarts(const CheckedModel& checked, std::vector<Finding>& findings) {
    const std::vector<Start> starts = startsOf(checked);
    if (starts.size() < kClips.few) return;
    glm::vec3 usual(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<float> all;
        for (const Start& start : starts)
            all.push_back(start.offset[axis]);
        usual[axis] = medianOf(all);
    }
    const float size = checked.rest.size;
    const auto awayOf = [&](const Start& start) { return glm::distance(start.offset, usual) / size; };
    const auto isTurned = [](const Start& start) {
        return start.heading && std::abs(*start.heading) > kClips.turnedAway;
    };
    const bool agree = areMost(
        std::ranges::count_if(starts, [&](const Start& start) { return awayOf(start) < 0.5f * kClips.elsewhere; }),
        std::ssize(starts));
    const bool areAhead = areMost(std::ranges::count_if(starts, [&](const Start& start) { return !isTurned(start); }),
                                  std::ssize(starts));
    for (const Start& start : starts) {
        const std::string& name = checked.model.clips[start.clip].name;
        const float away = awayOf(start);
        if (areAhead && isTurned(start)) {
            const Measured turn = measured(static_cast<double>(std::abs(*start.heading)), "degrees");
            findings.push_back(Found("clip-elsewhere", Severity::info, {clipSubject(start.clip)},
                                     "starts turned by " + turn.text + " from the rest pose and most other clips",
                                     turn.figure, 0.0));
        } else if (agree && away > kClips.elsewhere && (away > kClips.farAway || !isNamedOffGround(name))) {
            const Measured share = measuredShare(static_cast<double>(away), "the model's size");
            findings.push_back(Found("clip-elsewhere", away > kClips.farAway ? Severity::warning : Severity::info,
                                     {clipSubject(start.clip)},
                                     "starts " + share.text + " from where most other clips start", share.figure, 0.0));
        }
    }
}

}  // namespace

std::vector<Finding> checkAgainstOthers(const CheckedModel& checked) {
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f)) return findings;
    const Poses poses(checked);
    for (size_t clip = 0; clip < checked.model.clips.size(); ++clip) {
        poses.addUnlike(clip, findings);
        poses.addAdditive(clip, findings);
        poses.addStill(clip, findings);
    }
    checkClipStarts(checked, findings);
    return findings;
}

}  // namespace sinew
