#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/checks.h"
#include "check/morph_checks.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kFarWeight = 5.0f;
constexpr float kFarBackward = 2.0f;
constexpr float kNegative = 0.2f, kPositive = 0.01f;  // where no weight is positive
constexpr size_t kMinNegative = 2;                    // targets
constexpr float kIsOn = 0.01f;
constexpr float kIsOnFirst = 0.3f;  // at rest, while clips start at 0
constexpr float kIsMoved = 0.001f;
constexpr size_t kMinHeld = 3;       // targets
constexpr size_t kMostPoseKeys = 1;  // of a clip that is a single pose
constexpr size_t kMinKeys = 8;
constexpr double kDenseKeys = 0.1;     // seconds
constexpr float kPops = 0.8f;          // weight
constexpr float kTimesNextPop = 1.8f;  // as far as the next key: those beside it are half as far from theirs
constexpr float kReturned = 0.25f;     // of the pop: the keys before and after it
constexpr float kBeyond = 0.25f;       // weight, below 0 or above 1
constexpr float kFarBeyond = 1.0f;     // the same: no accent of an animator
constexpr float kVaries = 0.05f;       // weight, standard deviation
constexpr size_t kMinSidePairs = 3;
constexpr float kAlike = 0.9f;  // correlation
constexpr float kUnrelated = 0.6f;
constexpr uint32_t kMostShift = 3;

/// Which weight is which, and what a clip does with it.
struct NamedWeight {
    const MeshGroup* group = nullptr;
    std::string name;   ///< of the target
    std::string shown;  ///< "morph target 'smile' of 'head'"
};

std::vector<NamedWeight> namedWeights(const CheckedModel& checked) {
    std::vector<NamedWeight> weights(checked.model.restMorphWeights.size());
    for (const MeshGroup& group : checked.groups)
        for (const uint32_t index : group.instances) {
            const MeshInstance& instance = checked.model.instances[index];
            const std::vector<MorphTarget>& targets = checked.model.meshes[instance.mesh].morphTargets;
            for (uint32_t target = 0; target < targets.size(); ++target) {
                const size_t weight = instance.firstMorphWeight + target;
                if (weight >= weights.size()) weights.resize(weight + 1);
                const std::string& name = targets[target].name;
                const std::string shown = name.empty() ? std::to_string(target) : "'" + name + "'";
                weights[weight] = {&group, name, "morph target " + shown + " of '" + group.name + "'"};
            }
        }
    return weights;
}

/// The tracks of a clip, by weight; null for those without keys.
using WeightTracks = std::vector<const Track<float>*>;

WeightTracks tracksOf(const AnimationClip& clip, size_t weights) {
    WeightTracks tracks(weights);
    for (const MorphChannel& morph : clip.morphs)
        if (morph.weight < weights && !morph.track.empty()) tracks[morph.weight] = &morph.track;
    return tracks;
}

/// The targets of a face that belong to both sides, and that move together.
struct FacePairs {
    const MeshGroup* group = nullptr;
    uint32_t first = 0, count = 0;                       ///< weights of the mesh
    std::vector<std::pair<uint32_t, uint32_t>> pairs{};  ///< targets: left, right
};

/// True for "smileLeft"; false for "jawLeft", "mouthLeft" and "lookLeft", which the right one is the opposite of.
bool movesWithTwin(const std::string& name) {
    const std::string part = withoutSide(name);
    return isNamedLikeFace(name) && !hasWord(wordsOf(name), {"look", "gaze"}) && part != "mouth" && part != "jaw";
}

std::vector<FacePairs> facePairs(const CheckedModel& checked) {
    std::vector<FacePairs> faces;
    for (const MeshGroup& group : checked.groups) {
        const MeshInstance& instance = checked.model.instances[group.instances.front()];
        const auto& targets = checked.model.meshes[instance.mesh].morphTargets;
        FacePairs face{&group, instance.firstMorphWeight, static_cast<uint32_t>(targets.size())};
        std::map<std::string, uint32_t> byName;
        for (uint32_t target = 0; target < targets.size(); ++target)
            byName.emplace(targets[target].name, target);
        for (const auto& [name, target] : byName) {
            if (sideOf(name) != Side::left || !movesWithTwin(name)) continue;
            if (const auto twin = byName.find(mirroredName(name)); twin != byName.end())
                face.pairs.emplace_back(target, twin->second);
        }
        if (face.pairs.size() >= kMinSidePairs) faces.push_back(std::move(face));
    }
    return faces;
}

class ClipWeights {
  public:
    ClipWeights(const CheckedModel& checked, const AnimationClip& clip, const WeightTracks& tracks,
                const std::vector<NamedWeight>& weights, std::vector<Finding>& findings)
        : checked_(checked), clip_(clip), tracks_(tracks), weights_(weights), findings_(findings) {}

    void run(const std::vector<FacePairs>& faces) {
        checkFar();
        checkPops();
        checkHeld();
        for (const FacePairs& face : faces)
            if (checkShifted(face)) return;
    }

  private:
    void add(const char* id, Severity severity, const std::string& message,
             const std::optional<Figure>& figure = std::nullopt) {
        findings_.push_back({id, severity, clip_.name, message, figure});
    }

    std::string shown(const MorphChannel& morph) const {
        return morph.weight < weights_.size() && weights_[morph.weight].group ? weights_[morph.weight].shown
                                                                              : "a morph target";
    }

    /// A clip that moves a target many times as far as it goes.
    void checkFar() {
        const MorphChannel *highest = nullptr, *lowest = nullptr;
        float most = 0.0f, least = 0.0f;
        for (const MorphChannel& morph : clip_.morphs)
            for (const float weight : morph.track.values) {
                if (weight > most) most = weight, highest = &morph;
                if (weight < least) least = weight, lowest = &morph;
            }
        const bool isBackward = most < kFarWeight;
        if (isBackward && least > -kFarBackward) {
            checkNegative();
            return;
        }
        const Measured far = measured(static_cast<double>(isBackward ? -least : most), "times");
        add("morph-weight-far", Severity::warning,
            isBackward ? "applies " + shown(*lowest) + " " + far.text + " in the opposite direction"
                       : "applies " + shown(*highest) + " " + far.text,
            far.figure);
        isFar_ = true;
    }

    /// A clip that applies several targets in the opposite direction, and none in its own.
    void checkNegative() {
        const MorphChannel* lowest = nullptr;
        float least = 0.0f;
        size_t negative = 0;
        for (const MorphChannel& morph : clip_.morphs) {
            if (morph.track.empty()) continue;
            const auto [low, high] = std::ranges::minmax(morph.track.values);
            if (high > kPositive) return;
            negative += low < -kNegative;
            if (low < least) least = low, lowest = &morph;
        }
        if (negative < kMinNegative) return;
        const Measured far = measured(static_cast<double>(-least), "times");
        add("morph-weight-far", Severity::info,
            "applies all morph targets in the opposite direction only, " + shown(*lowest) + " by up to " + far.text,
            far.figure);
    }

    /// The key at which a track jumps far out of its range and back, unlike all others, and how far.
    static std::pair<size_t, float> popOf(const Track<float>& track) {
        std::pair<size_t, float> pop{0, 0.0f};
        float next = 0.0f;
        for (size_t key = 1; key + 1 < track.size(); ++key) {
            const float away = awayFromNeighbors(track, key);
            next = std::max(next, std::min(away, pop.second));
            if (away > pop.second) pop = {key, away};
        }
        const auto [key, away] = pop;
        if (track.size() < kMinKeys || away < std::max(kPops, kTimesNextPop * next)) return {0, 0.0f};
        const bool isBeyond = track.values[key] > 1.0f + kBeyond || track.values[key] < -kBeyond;
        const bool isBack = std::abs(track.values[key + 1] - track.values[key - 1]) < kReturned * away;
        const bool isDense = track.times[key + 1] - track.times[key - 1] < 2.0 * kDenseKeys;
        return isBeyond && isBack && isDense ? pop : std::pair<size_t, float>{0, 0.0f};
    }

    static float awayFromNeighbors(const Track<float>& track, size_t key) {
        return std::abs(track.values[key] - 0.5f * (track.values[key - 1] + track.values[key + 1]));
    }

    void checkPops() {
        if (isFar_) return;
        const MorphChannel* worst = nullptr;
        std::pair<size_t, float> pop{0, 0.0f};
        for (const MorphChannel& morph : clip_.morphs)
            if (const auto own = popOf(morph.track); own.second > pop.second) pop = own, worst = &morph;
        if (!worst) return;
        const Track<float>& track = worst->track;
        const Measured away = measured(static_cast<double>(pop.second), "of the weight");
        const float weight = track.values[pop.first];
        const bool isFar = weight > 1.0f + kFarBeyond || weight < -kFarBeyond;
        add("morph-pop", isFar ? Severity::warning : Severity::info,
            "applies " + shown(*worst) + " " + figure(static_cast<double>(weight)) + " times for one key at " +
                figure(track.times[pop.first]) + " s, " + away.text + " away from the keys before and after it",
            away.figure);
    }

    static bool isConstant(const Track<float>& track) {
        const auto [least, most] = std::ranges::minmax(track.values);
        return most - least < kIsMoved;
    }

    /// A single pose, as expressions are stored: one key, or no length.
    bool isOnePose() const {
        return !(clip_.durationSeconds > 0.0) || std::ranges::all_of(clip_.morphs, [](const MorphChannel& morph) {
            return morph.track.size() <= kMostPoseKeys;
        });
    }

    /// Keys of many targets, all of which stay as they are, away from the rest pose.
    void checkHeld() {
        if (isOnePose()) return;
        std::map<const MeshGroup*, std::vector<std::string>> held;
        std::set<const MeshGroup*> moved;
        for (const MorphChannel& morph : clip_.morphs) {
            if (morph.track.empty() || morph.weight >= checked_.model.restMorphWeights.size()) continue;
            const NamedWeight& weight = weights_[morph.weight];
            if (!isConstant(morph.track)) moved.insert(weight.group);
            const float rest = checked_.model.restMorphWeights[morph.weight];
            if (std::abs(morph.track.values.front() - rest) > kIsOn) held[weight.group].push_back(weight.name);
        }
        for (const auto& [group, names] : held) {
            if (!group || moved.contains(group) || names.size() < kMinHeld) continue;
            const Measured count = measuredCount(names.size(), "morph target", "morph targets");
            add("morph-still", Severity::info,
                "holds " + count.text + " of '" + group->name + "' as they are, and moves none: " + listed(names),
                count.figure);
        }
    }

    /// Nothing if a track does not change much.
    static std::optional<float> correlation(const Track<float>& one, const Track<float>& other) {
        if (one.times != other.times || one.size() < kMinKeys) return std::nullopt;
        double ownSum = 0.0, otherSum = 0.0, ownSquares = 0.0, otherSquares = 0.0, products = 0.0;
        const auto count = static_cast<double>(one.size());
        for (size_t key = 0; key < one.size(); ++key) {
            const auto own = static_cast<double>(one.values[key]), twin = static_cast<double>(other.values[key]);
            ownSum += own, otherSum += twin, ownSquares += own * own, otherSquares += twin * twin;
            products += own * twin;
        }
        const double ownVariance = ownSquares / count - ownSum * ownSum / count / count;
        const double otherVariance = otherSquares / count - otherSum * otherSum / count / count;
        const auto least = static_cast<double>(kVaries * kVaries);
        if (std::max(ownVariance, otherVariance) < least) return std::nullopt;
        if (std::min(ownVariance, otherVariance) < 0.01 * least) return 0.0f;
        const double shared = products / count - ownSum * otherSum / count / count;
        return static_cast<float>(shared / std::sqrt(ownVariance * otherVariance));
    }

    /// How alike the tracks of left and right targets are, if each had those of the target `shift` further on. Empty if
    /// too few of them change.
    std::vector<float> correlations(const FacePairs& face, uint32_t shift) const {
        std::vector<float> found;
        const auto trackOf = [&](uint32_t target) { return tracks_[face.first + (target + shift) % face.count]; };
        for (const auto& [left, right] : face.pairs) {
            const Track<float>*one = trackOf(left), *other = trackOf(right);
            if (!one || !other) continue;
            if (const std::optional<float> alike = correlation(*one, *other)) found.push_back(*alike);
        }
        if (found.size() < kMinSidePairs) found.clear();
        return found;
    }

    /// Left and right move together in a face, but here only if the weights belong to other targets.
    bool checkShifted(const FacePairs& face) {
        if (face.first + face.count > tracks_.size()) return false;
        std::vector<float> own = correlations(face, 0);
        if (own.empty() || medianOf(own) > kUnrelated) return false;
        for (uint32_t shift = 1; shift <= kMostShift; ++shift)
            for (const bool isAfter : {true, false}) {
                const std::vector<float> moved = correlations(face, isAfter ? shift : face.count - shift);
                if (moved.empty() || std::ranges::min(moved) < kAlike) continue;
                add("morph-weights-shifted", Severity::warning,
                    "moves left and right targets of '" + face.group->name +
                        "' apart; they would move together if each had the weights of the target " +
                        std::to_string(shift) + (isAfter ? " after it" : " before it"));
                return true;
            }
        return false;
    }

    const CheckedModel& checked_;
    const AnimationClip& clip_;
    const WeightTracks& tracks_;
    const std::vector<NamedWeight>& weights_;
    std::vector<Finding>& findings_;
    bool isFar_ = false;
};

/// True if each clip that has keys for a weight starts with it off.
bool startsOff(const std::vector<WeightTracks>& clips, uint32_t weight) {
    return std::ranges::all_of(clips, [&](const WeightTracks& tracks) {
        return !tracks[weight] || std::abs(tracks[weight]->values.front()) < kIsOn;
    });
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
            const bool isMoved =
                std::ranges::any_of(clips, [&](const WeightTracks& tracks) { return tracks[weight] != nullptr; });
            const float rest = std::abs(model.restMorphWeights[weight]);
            const std::string& name = mesh.morphTargets[t].name;
            const std::string shown = name.empty() ? std::to_string(t) : name;
            if (!isMoved && rest > kIsOn) kept.insert(shown);
            if (isMoved && rest > kIsOnFirst && startsOff(clips, weight)) dropped.insert(shown);
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
    const std::vector<NamedWeight> weights = namedWeights(checked);
    const std::vector<FacePairs> faces = facePairs(checked);
    for (size_t c = 0; c < model.clips.size(); ++c)
        if (!model.clips[c].morphs.empty())
            ClipWeights(checked, model.clips[c], tracks[c], weights, findings).run(faces);
}

}  // namespace sinew
