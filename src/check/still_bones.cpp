#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check/bones.h"
#include "check/checks.h"
#include "check/tracks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kStillDegrees = 0.01f;
constexpr float kUnturnedMoves = 0.02f;  // of the model's size
constexpr float kAtRestDegrees = 0.1f;
constexpr float kSameAsRest = 1e-3f;   // of its length
constexpr float kTwinDegrees = 12.0f;  // the other side moves by so much
constexpr float kFarDegrees = 25.0f;   // the same, outside of walks and runs
constexpr float kNearDegrees = 3.0f;   // the bones above and below move by so much
constexpr float kTurningDegrees = 3.0f;
constexpr double kMostClips = 0.6;
constexpr size_t kFewClips = 4;        // fewer do not tell what is usual
constexpr size_t kMostStill = 4;       // in one clip
constexpr double kMostStillOf = 0.15;  // of the bones
constexpr double kNearlyAll = 0.8;     // of the bones have keys
constexpr size_t kMinMovedBones = 6;
constexpr size_t kMinUnkeyed = 5;    // bones; an exporter may leave out those that rest
constexpr size_t kMinKeyed = 3;      // clips
constexpr double kMostKeyed = 0.75;  // of the other clips
constexpr size_t kMinKept = 2;       // keys
constexpr float kKeptPlace = 1e-5f;  // of the model's size

bool isAt(const Track<glm::vec3>& track, const glm::vec3& rest) {
    return std::ranges::all_of(track.values, [&](const glm::vec3& value) {
        return glm::distance(value, rest) <= kSameAsRest * glm::length(rest);
    });
}

/// What one bone does in one clip.
struct Turn {
    float degrees = 0.0f;
    bool isStill = true;
    bool isUnturned = true;   ///< or moves a little, but turns not at all
    bool rests = false;       ///< it has keys, and stands still as in the rest pose
    size_t keys = 0;          ///< of its rotation
    bool isUnkeyed = true;    ///< no rotation keys, or a single one that repeats the rest pose: readers add it
    bool keepsPlace = false;  ///< several translation keys that repeat one place: the exporter leaves out none
};

class StillBones {
  public:
    explicit StillBones(const CheckedModel& checked)
        : model_(checked.model),
          isBone_(boneNodes(model_)),
          twins_(checked.twins),
          clipsThatTurn_(model_.hierarchy.size()),
          gaitsThatTurn_(model_.hierarchy.size()),
          clipsWithKeys_(model_.hierarchy.size()),
          clipsWithTracks_(model_.hierarchy.size()) {
        for (const AnimationClip& clip : model_.clips) {
            std::vector<Turn>& own = turns_.emplace_back(model_.hierarchy.size());
            isGait_.push_back(isNamedLikeGait(clip.name));
            gaits_ += isGait_.back();
            for (const Channel& channel : clip.channels) {
                const float degrees = rangeOf(channel.rotation);
                const Transform& rest = model_.hierarchy.rest[channel.node];
                const float moved = rangeOf(channel.translation) * keyUnit(model_, checked.rest, channel.node);
                const bool isStill = degrees < kStillDegrees && moved == 0.0f;
                own[channel.node] = {
                    .degrees = degrees,
                    .isStill = isStill,
                    .isUnturned = degrees < kStillDegrees && moved < kUnturnedMoves,
                    .rests = isStill && !channel.rotation.empty() &&
                             apart(channel.rotation.values.front(), rest.rotation) < kAtRestDegrees &&
                             isAt(channel.translation, rest.translation) && isAt(channel.scale, rest.scale),
                    .keys = channel.rotation.size(),
                    .isUnkeyed = channel.rotation.empty() ||
                                 (channel.rotation.size() == 1 &&
                                  apart(channel.rotation.values.front(), rest.rotation) < kAtRestDegrees),
                    .keepsPlace = channel.translation.size() >= kMinKept && moved < kKeptPlace};
            }
            for (uint32_t node = 0; node < own.size(); ++node) {
                clipsThatTurn_[node] += own[node].degrees > kTurningDegrees;
                gaitsThatTurn_[node] += isGait_.back() && own[node].degrees > kTurningDegrees;
                clipsWithKeys_[node] += own[node].keys > 1;
                clipsWithTracks_[node] += own[node].keys > 0;
            }
        }
    }

    std::vector<Finding> run() {
        for (size_t clip = 0; clip < turns_.size(); ++clip)
            if (!model_.clips[clip].channels.empty()) checkClip(clip);
        std::vector<Finding> findings = parts_;
        for (const auto& [bone, stills] : besideTwin_)
            for (const Still& still : stills) {
                // Who carries something, holds that arm still in all clips, or the whole arm.
                const bool isAlone = stills.size() == 1 && besideTwinIn_[still.clip] == 1;
                findings.push_back(findingOf(bone, {still}, isAlone ? Severity::warning : Severity::info));
            }
        for (const auto& [bone, stills] : others_)
            if (!besideTwin_.contains(bone)) findings.push_back(findingOf(bone, stills, Severity::info));
        return findings;
    }

  private:
    struct Still {
        size_t clip;
        std::string although;
        bool isSure = true;
    };

    /// True if the bone turns in most of the other clips.
    bool isUsual(size_t clip, uint32_t node) const {
        const size_t turning = clipsThatTurn_[node] - (turns_[clip][node].degrees > kTurningDegrees);
        return turns_.size() > 1 && static_cast<double>(turning) > kMostClips * static_cast<double>(turns_.size() - 1);
    }

    /// True if the bone turns in most of the other walks and runs, if there are any.
    bool isUsualInGaits(size_t clip, uint32_t node) const {
        const size_t gaits = gaits_ - isGait_[clip];
        const size_t turning = gaitsThatTurn_[node] - (isGait_[clip] && turns_[clip][node].degrees > kTurningDegrees);
        return static_cast<double>(turning) > kMostClips * static_cast<double>(gaits);
    }

    /// True if the bones above and below turn as well, so that the whole limb is meant to move.
    bool isBetweenTurning(const std::vector<Turn>& turns, uint32_t node, const std::vector<float>& below) const {
        const int32_t parent = model_.hierarchy.parents[node];
        return parent != kNoParent && below[node] > kNearDegrees &&
               turns[static_cast<size_t>(parent)].degrees > kNearDegrees;
    }

    /// True if nearly all bones have keys. An exporter that writes those of bones that keep their rest pose writes all;
    /// of another one, several bones without keys rest.
    bool nearlyAllHaveKeys(const std::vector<Turn>& turns) const {
        size_t bones = 0, keyed = 0, resting = 0;
        for (size_t node = 0; node < turns.size(); ++node) {
            bones += isBone_[node];
            keyed += isBone_[node] && turns[node].keys > 0;
            resting += isBone_[node] && turns[node].rests;
        }
        return bones >= kMinMovedBones && keyed < bones && (resting > 0 || keyed + 1 == bones) &&
               static_cast<double>(keyed) >= kNearlyAll * static_cast<double>(bones);
    }

    void checkClip(size_t clip) {
        const auto& [names, parents, rest] = model_.hierarchy;
        const std::vector<Turn>& turns = turns_[clip];
        std::vector<float> below(names.size(), 0.0f);  // the largest turn of a child bone
        for (uint32_t node = 0; node < names.size(); ++node)
            if (isBone_[node] && parents[node] != kNoParent) {
                float& most = below[static_cast<size_t>(parents[node])];
                most = std::max(most, turns[node].degrees);
            }
        const bool isOnly = turns_.size() == 1, isJudged = isOnly || isGait_[clip];
        const bool isComplete = nearlyAllHaveKeys(turns);
        std::vector<std::pair<uint32_t, Still>> notes;
        size_t bones = 0;
        for (uint32_t node = 0; node < names.size(); ++node) {
            bones += isBone_[node];
            if (!isBone_[node] || !turns[node].isUnturned) continue;
            const auto twin = twins_[node];
            const bool usual = isUsual(clip, node);
            const bool isBetween = isBetweenTurning(turns, node, below);
            // An arm may rest while the other one acts.
            const bool isMeantToTurn = isJudged ? usual || isUsualInGaits(clip, node) || turns_.size() < kFewClips
                                                : usual && isBetween && twin && isNamedLikeLeg(names[node]) &&
                                                      turns[*twin].degrees > kFarDegrees;
            if (twin && turns[*twin].degrees > kTwinDegrees && isMeantToTurn) {
                const Measured turn = measured(static_cast<double>(turns[*twin].degrees), "degrees");
                besideTwin_[node].push_back({clip, "'" + names[*twin] + "' turns by " + turn.text});
                ++besideTwinIn_[clip];
            } else if (!turns[node].isStill) {
                continue;
            } else if (isJudged && usual) {
                // Other clips may turn a head or an ear so little that its keys were dropped here.
                notes.push_back({node, {clip, "most other clips turn it", isBetween || isNamedLikeLeg(names[node])}});
            } else if (isOnly && isBetween) {
                notes.push_back({node, {clip, "the bones above and below it turn"}});
            } else if (isComplete && turns[node].keys == 0 && (isOnly || usual)) {
                notes.push_back({node, {clip, "nearly all bones have keys"}});
            }
        }
        if (isJudged && !isOnly && addUnkeyed(clip, unkeyedBones(clip), "most other clips have some")) return;
        if (addUnkeyed(clip, leftOutOf(clip), "all other clips have")) return;
        if (const std::vector<std::string> lost = lostRotations(clip); !lost.empty()) {
            const Measured count = measuredCount(lost.size(), "bone", "bones");
            parts_.push_back({"clip-partial", Severity::info, model_.clips[clip].name,
                              "has translation keys but no rotation keys of " + count.text +
                                  ", unlike all other clips: " + listed(lost),
                              count.figure});
            return;
        }
        // Many still bones are meant: a clip for a part of the body.
        const auto most = static_cast<size_t>(kMostStillOf * static_cast<double>(bones));
        if (notes.size() > std::max(kMostStill, most)) {
            if (isJudged && !isOnly) addPart(clip, notes);
            return;
        }
        for (auto& [node, still] : notes)
            if (still.isSure) others_[node].push_back(std::move(still));
    }

    /// Adds a finding about these bones, if they are enough.
    bool addUnkeyed(size_t clip, const std::vector<std::string>& bones, const char* although) {
        if (bones.size() < kMinUnkeyed) return false;
        const Measured count = measuredCount(bones.size(), "bone", "bones");
        parts_.push_back({"clip-partial", Severity::info, model_.clips[clip].name,
                          "has no rotation keys of " + count.text + ", although " + although + ": " + listed(bones),
                          count.figure});
        return true;
    }

    /// Bones of which most clips have rotation keys, but not this one.
    std::vector<std::string> unkeyedBones(size_t clip) const {
        std::vector<std::string> unkeyed;
        size_t keyed = 0;
        for (uint32_t node = 0; node < isBone_.size(); ++node)
            keyed += isBone_[node] && turns_[clip][node].degrees > 0.0f;
        if (turns_.size() < kMinKeyed) return unkeyed;
        const double most = kMostKeyed * static_cast<double>(turns_.size() - 1);
        for (uint32_t node = 0; node < isBone_.size(); ++node)
            if (isBone_[node] && turns_[clip][node].isUnkeyed && static_cast<double>(clipsWithKeys_[node]) >= most)
                unkeyed.push_back(model_.hierarchy.names[node]);
        return unkeyed.size() <= keyed ? unkeyed : std::vector<std::string>();  // otherwise it is a pose, or a gesture
    }

    /// Bones of which this clip alone has no rotation keys, although it has keys of their places that do not change.
    /// Others turn them, or this one the bone on the other side.
    std::vector<std::string> lostRotations(size_t clip) const {
        std::vector<std::string> lost;
        if (turns_.size() < kMinKeyed) return lost;
        for (uint32_t node = 0; node < isBone_.size(); ++node) {
            if (!isBone_[node] || !turns_[clip][node].isUnkeyed || !turns_[clip][node].keepsPlace) continue;
            const auto twin = twins_[node];
            const bool isMeant = clipsThatTurn_[node] > 0 || (twin && turns_[clip][*twin].degrees > kTurningDegrees);
            bool isAlone = isMeant;
            for (size_t other = 0; other < turns_.size(); ++other)
                if (other != clip && turns_[other][node].keepsPlace && turns_[other][node].isUnkeyed) isAlone = false;
            if (isAlone && 2 * (clipsWithKeys_[node] + 1) > turns_.size()) lost.push_back(model_.hierarchy.names[node]);
        }
        return lost;
    }

    bool hasKeyedBone(size_t clip) const {
        for (size_t node = 0; node < isBone_.size(); ++node)
            if (isBone_[node] && turns_[clip][node].keys > 0) return true;
        return false;
    }

    bool isBelowKeyed(size_t clip, uint32_t node) const {
        const std::vector<int32_t>& parents = model_.hierarchy.parents;
        for (int32_t above = parents[node]; above != kNoParent; above = parents[static_cast<size_t>(above)])
            if (turns_[clip][static_cast<size_t>(above)].keys > 0) return true;
        return false;
    }

    /// Bones of which this clip alone has no rotation keys; all others have those of all bones that any clip has.
    std::vector<std::string> leftOutOf(size_t clip) const {
        std::vector<std::string> left;
        bool isPart = !model_.clips[clip].morphs.empty() || hasKeyedBone(clip);  // with keys of whole limbs, or a face
        if (turns_.size() < kMinKeyed || isNamedLikePose(model_.clips[clip].name)) return left;
        for (uint32_t node = 0; node < isBone_.size(); ++node) {
            if (!isBone_[node] || clipsWithTracks_[node] == 0) continue;
            const bool isKeyed = turns_[clip][node].keys > 0;
            if (clipsWithTracks_[node] - isKeyed + 1 != turns_.size()) return {};
            if (isKeyed) continue;
            left.push_back(model_.hierarchy.names[node]);
            isPart = isPart && !isBelowKeyed(clip, node);
        }
        return isPart ? std::vector<std::string>() : left;
    }

    /// A walk or run of a part of the body.
    void addPart(size_t clip, const std::vector<std::pair<uint32_t, Still>>& notes) {
        std::vector<std::string> still;
        bool walks = true;  // with fingers, or a tail, that only other clips move
        for (const auto& [node, note] : notes) {
            if (!isUsual(clip, node)) continue;
            const std::string& name = model_.hierarchy.names[node];
            still.push_back(name);
            walks &= !isNamedLikeLeg(name);
        }
        size_t usual = 0;
        for (uint32_t node = 0; node < isBone_.size(); ++node)
            usual += isBone_[node] && isUsual(clip, node);
        if (still.size() <= kMostStill || (walks && still.size() * 2 < usual)) return;
        const Measured count = measuredCount(still.size(), "bone", "bones");
        parts_.push_back({"clip-partial", Severity::info, model_.clips[clip].name,
                          "keeps " + count.text + " still that most other clips turn: " + listed(still), count.figure});
    }

    Finding findingOf(uint32_t bone, const std::vector<Still>& stills, Severity severity) const {
        std::vector<std::string> clips;
        bool hasKeys = false;
        for (const Still& still : stills) {
            clips.push_back(model_.clips[still.clip].name);
            hasKeys = hasKeys || turns_[still.clip][bone].keys > 1;
        }
        return {"bone-still", severity, model_.hierarchy.names[bone],
                std::string(hasKeys ? "does not turn in " : "has no rotation keys in ") + listed(clips) +
                    ", although " + stills.front().although};
    }

    const Model& model_;
    std::vector<bool> isBone_;
    const std::vector<std::optional<uint32_t>>& twins_;
    std::vector<size_t> clipsThatTurn_, gaitsThatTurn_, clipsWithKeys_, clipsWithTracks_;  ///< their number, by node
    std::vector<bool> isGait_;                                                             ///< by clip
    size_t gaits_ = 0;
    std::vector<std::vector<Turn>> turns_;                        ///< [clip][node]
    std::map<uint32_t, std::vector<Still>> besideTwin_, others_;  ///< by bone
    std::map<size_t, size_t> besideTwinIn_;                       ///< bones, by clip
    std::vector<Finding> parts_;
};

}  // namespace

std::vector<Finding> checkStillBones(const CheckedModel& checked) {
    return StillBones(checked).run();
}

}  // namespace sinew
