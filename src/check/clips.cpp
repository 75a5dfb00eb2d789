#include "check/checks.h"

#include <cmath>
#include <map>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/sample.h"
#include "check/bones.h"
#include "check/key_shapes.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr double kWideDegrees = 170.0;     // of at most 180
constexpr double kHalfTurn = 179.8;        // degrees
constexpr float kSameTranslation = 1e-4f;  // of the model's size
constexpr float kSameRotation = 4e-4f;     // the sine of half the angle: 0.05 degrees
constexpr float kSameScale = 1e-3f;
constexpr size_t kMaxRun = 8;               // of consecutive redundant keys, to bound the time
constexpr size_t kMinNotable = 100;         // redundant keys
constexpr double kMostlyDense = 2.0 / 3.0;  // of the keys of tracks that move

double degreesBetween(const glm::quat& a, const glm::quat& b) {
    const double cosine = std::min(1.0, static_cast<double>(std::abs(glm::dot(a, b))));
    return 2.0 * std::acos(cosine) * 180.0 / std::numbers::pi;
}

bool areNear(const glm::vec3& a, const glm::vec3& b, float tolerance) {
    return glm::distance(a, b) <= tolerance;
}
bool areNear(const glm::quat& a, const glm::quat& b, float tolerance) {
    const glm::quat between = a * glm::conjugate(b);
    return glm::length(glm::vec3(between.x, between.y, between.z)) <= tolerance;
}

/// The redundant keys of a clip.
struct Spare {
    size_t constantTracks = 0;
    size_t constantKeys = 0;  ///< of constant tracks: all but one
    size_t denseKeys = 0;     ///< of the others: keys that interpolation reproduces
    size_t movingKeys = 0;    ///< of these others
    size_t keys = 0;
    bool moves = false;
};

template <typename Value>
bool isConstant(const Track<Value>& track, float tolerance) {
    return std::ranges::all_of(track.values,
                               [&](const Value& value) { return areNear(value, track.values.front(), tolerance); });
}

/// Counts the keys that interpolation between the last kept key and the next one reproduces.
template <typename Value>
size_t denseKeys(const Track<Value>& track, float tolerance) {
    size_t dense = 0, kept = 0;
    for (size_t key = 1; key + 1 < track.size(); ++key) {
        bool isRedundant = key - kept <= kMaxRun;
        for (size_t left = kept + 1; isRedundant && left <= key; ++left) {
            const double share = (track.times[left] - track.times[kept]) / (track.times[key + 1] - track.times[kept]);
            isRedundant = areNear(between(track.values[kept], track.values[key + 1], static_cast<float>(share)),
                                  track.values[left], tolerance);
        }
        if (isRedundant)
            ++dense;
        else
            kept = key;
    }
    return dense;
}

template <typename Value>
void addTrack(const Track<Value>& track, float tolerance, bool isAuthored, Spare& spare) {
    spare.keys += track.size();
    if (track.empty()) return;
    if (isConstant(track, tolerance)) {
        if (track.size() > 1) ++spare.constantTracks;
        spare.constantKeys += track.size() - 1;
        return;
    }
    spare.moves = true;
    spare.movingKeys += track.size();
    if (isAuthored) spare.denseKeys += denseKeys(track, tolerance);
}

/// The scale from the space of the node's translation keys to the world.
float worldScale(const Model& model, const RestPose& rest, uint32_t node) {
    const int32_t parent = model.hierarchy.parents[node];
    if (parent == kNoParent) return 1.0f;
    return std::cbrt(std::abs(glm::determinant(glm::mat3(rest.worldFromNode[static_cast<size_t>(parent)]))));
}

/// `ofMatrices`: the keys of the file are matrices, so that the tracks of a channel can only be dropped together.
Spare spareOf(const Model& model, const RestPose& rest, const AnimationClip& clip, bool ofMatrices) {
    Spare spare;
    const bool isAuthored = clip.authoredFrameSeconds == 0.0;
    for (const Channel& channel : clip.channels) {
        const float scale = worldScale(model, rest, channel.node);
        const float length = scale > 0.0f ? kSameTranslation * rest.size / scale : 0.0f;
        Spare own;
        addTrack(channel.translation, length, isAuthored, own);
        addTrack(channel.rotation, kSameRotation, isAuthored, own);
        addTrack(channel.scale, kSameScale, isAuthored, own);
        spare.keys += own.keys;
        spare.moves |= own.moves;
        if (ofMatrices && own.moves) continue;
        spare.constantTracks += own.constantTracks;
        spare.constantKeys += own.constantKeys;
        spare.denseKeys += own.denseKeys;
        spare.movingKeys += own.movingKeys;
    }
    for (const MorphChannel& morph : clip.morphs)
        spare.moves |= morph.track.size() > 1 && std::ranges::any_of(morph.track.values, [&](float value) {
                           return std::abs(value - morph.track.values.front()) > kSameScale;
                       });
    return spare;
}

void checkRotations(const Model& model, const AnimationClip& clip, std::vector<Finding>& findings) {
    size_t count = 0;
    double widest = 0.0, startSeconds = 0.0;
    uint32_t node = 0;
    bool areHalfTurns = true;  // of few keys: the author turns it by exactly that
    for (const Channel& channel : clip.channels)
        for (size_t key = 1; key < channel.rotation.size(); ++key) {
            const std::vector<double>& times = channel.rotation.times;
            const std::vector<glm::quat>& values = channel.rotation.values;
            const double degrees = degreesBetween(values[key - 1], values[key]);
            if (degrees < kWideDegrees || times[key] - times[key - 1] < kJumpSeconds) continue;
            ++count;
            areHalfTurns &= degrees > kHalfTurn && times[key] - times[key - 1] > kDenseSeconds;
            if (degrees <= widest) continue;
            widest = degrees;
            startSeconds = times[key - 1];
            node = channel.node;
        }
    if (count == 0) return;
    const Measured turn = measured(widest, "degrees");
    findings.push_back({"rotation-wide", areHalfTurns ? Severity::info : Severity::warning, clip.name,
                        "has " + counted(count, "pair", "pairs") + " of neighboring rotation keys " +
                            figure(kWideDegrees) + " degrees or more apart; '" + model.hierarchy.names[node] +
                            "' turns by " + turn.text + " after " + figure(startSeconds) +
                            " s, in an ambiguous direction",
                        turn.figure});
}

/// A clip of which nothing is seen: it moves only nodes that no vertex follows.
bool movesNothingSeen(const CheckedModel& checked, const AnimationClip& clip, std::vector<Finding>& findings) {
    const Model& model = checked.model;
    if (!clip.morphs.empty() || checked.nodes.empty()) return false;
    std::vector<bool> isAbove(model.hierarchy.size());  // at or above a node that moves vertices
    for (const uint32_t node : checked.nodes)
        isAbove[node] = true;
    markAbove(model.hierarchy, isAbove);
    std::vector<std::string> others;
    for (const Channel& channel : clip.channels) {
        const bool moves =
            rangeOf(channel.translation) > 0.0f || rangeOf(channel.rotation) > 0.0f || rangeOf(channel.scale) > 0.0f;
        if (moves && isAbove[channel.node]) return false;
        if (moves) others.push_back(model.hierarchy.names[channel.node]);
    }
    if (others.empty()) return false;
    findings.push_back({"clip-still", model.clips.size() == 1 ? Severity::warning : Severity::info, clip.name,
                        "moves only " + listed(others) + ", not the figure"});
    return true;
}

void checkKeys(const Model& model, const RestPose& rest, const AnimationClip& clip, bool ofMatrices,
               std::vector<Finding>& findings) {
    const Spare spare = spareOf(model, rest, clip, ofMatrices);
    if (!spare.moves && isNamedLikePose(clip.name)) return;
    if (!spare.moves) {
        findings.push_back({"clip-still", Severity::info, clip.name, "is a single pose"});
        return;
    }
    if (spare.constantKeys >= kMinNotable) {
        const Measured keys = measuredPart(spare.constantKeys, spare.keys, "key", "keys");
        findings.push_back(
            {"track-constant", Severity::info, clip.name,
             counted(spare.constantTracks, "track is", "tracks are") + " constant; " + keys.text + " are redundant",
             keys.figure});
    }
    if (spare.denseKeys >= kMinNotable &&
        static_cast<double>(spare.denseKeys) > kMostlyDense * static_cast<double>(spare.movingKeys)) {
        const Measured keys = measuredPart(spare.denseKeys, spare.movingKeys, "key", "keys");
        findings.push_back({"keys-dense", Severity::info, clip.name,
                            keys.text + " of tracks that move can be interpolated from the others", keys.figure});
    }
}

/// A clip of a whole skeleton in which hardly anything is blended.
void checkSteps(const AnimationClip& clip, std::vector<Finding>& findings) {
    const SteppedBones bones = steppedBones(clip);
    if (!bones.areMost()) return;
    const Measured part = measuredPart(bones.stepped, bones.moving, "bone", "bones");
    findings.push_back({"clip-stepped", Severity::info, clip.name,
                        "moves " + part.text + " in steps: their keys do not blend into the next", part.figure});
}

/// Equal for clips with the same keys; hardly ever for others.
double sumOf(const AnimationClip& clip) {
    double sum = clip.durationSeconds;
    const auto add = [&](const auto& track) {
        for (size_t key = 0; key < track.size(); ++key) {
            sum += (1.0 + static_cast<double>(key)) * track.times[key];
            for (int c = 0; c < track.values[key].length(); ++c)
                sum += (1.0 + static_cast<double>(key)) * static_cast<double>(track.values[key][c]);
        }
    };
    for (const Channel& channel : clip.channels)
        add(channel.translation), add(channel.rotation), add(channel.scale);
    return sum;
}

/// Clips that move a skeleton exactly as another one does.
void checkCopies(const Model& model, std::vector<Finding>& findings) {
    const auto moves = [](const Channel& channel) {
        return rangeOf(channel.rotation) > 1.0f || rangeOf(channel.translation) > 0.0f;
    };
    std::map<std::pair<size_t, double>, const AnimationClip*> known;  // by the number of channels, and the sum
    for (const AnimationClip& clip : model.clips) {
        const double sum = sumOf(clip);
        if (!std::isfinite(sum) || std::ranges::none_of(clip.channels, moves)) continue;
        const auto [same, isNew] = known.emplace(std::pair(clip.channels.size(), sum), &clip);
        const AnimationClip& other = *same->second;
        if (!isNew && clip.durationSeconds == other.durationSeconds && clip.channels == other.channels &&
            clip.morphs == other.morphs)
            findings.push_back(
                {"clip-twice", Severity::info, clip.name, "moves everything as '" + other.name + "' does"});
    }
}

}  // namespace

std::vector<Finding> checkClips(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    const bool isRig = std::ranges::any_of(model.instances, &MeshInstance::skinned);
    if (model.clips.empty() && isRig)
        findings.push_back({"clips-none", Severity::info, report.file, "has a skeleton, but no clips"});
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const AnimationClip& clip = model.clips[i];
        if (clip.channels.empty() && clip.morphs.empty()) {
            findings.push_back({"clip-empty", Severity::warning, clip.name, "has no channels"});
            continue;
        }
        if (isRig && movesNothingSeen(checked, clip, findings)) continue;
        const std::vector<std::string>& modes = report.clips[i].interpolations;
        if (std::ranges::find(modes, "step") != modes.end()) checkSteps(clip, findings);
        if (modes != std::vector<std::string>{"step"}) checkRotations(model, clip, findings);
        checkKeys(model, rest, clip, report.format == "Collada", findings);
    }
    checkCopies(model, findings);
    return findings;
}

}  // namespace sinew
