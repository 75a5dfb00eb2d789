#include <algorithm>
#include <array>
#include <cmath>

#include "check/bones.h"
#include "check/checks.h"
#include "check/key_rotations.h"
#include "check/words.h"

namespace sinew {
namespace {

constexpr float kTellsBetween = 15.0f;  // degrees, in the mean: how much better or worse the keys fit otherwise
constexpr float kFitsBetter = 25.0f;    // the same, for a bone that was misread
constexpr float kLeftOtherwise = 0.5f;  // of what the keys are from what the bone does elsewhere
constexpr float kNeutral = 20.0f;       // degrees: a rest pose that is no rotation, or nearly so
constexpr size_t kMinOthersToTell = 2;  // clips
constexpr size_t kMinMisread = 4;       // bones
constexpr double kMostMisread = 0.75;   // of the bones that tell

/// How the keys of a rotation may be read otherwise.
struct Reading {
    const char* mistake;  ///< of the file
    glm::quat (*read)(const glm::quat&);
};
constexpr std::array kReadings{
    Reading{"inverted", [](const glm::quat& q) { return glm::conjugate(q); }},
    Reading{"with Y and Z exchanged", [](const glm::quat& q) { return glm::quat(q.w, q.x, q.z, q.y); }},
    Reading{"with X and Y exchanged", [](const glm::quat& q) { return glm::quat(q.w, q.y, q.x, q.z); }},
    Reading{"with X and Z exchanged", [](const glm::quat& q) { return glm::quat(q.w, q.z, q.y, q.x); }},
    Reading{"in another up axis", [](const glm::quat& q) { return glm::quat(q.w, q.x, q.z, -q.y); }},
    Reading{"in another up axis", [](const glm::quat& q) { return glm::quat(q.w, q.x, -q.z, q.y); }},
    Reading{"in the order w, x, y, z", [](const glm::quat& q) { return glm::quat(q.x, q.y, q.z, q.w); }},
};

constexpr size_t kInverted = 0;

Rotations readAs(const Rotations& rotations, const Reading& reading) {
    Rotations read;
    for (const glm::quat& rotation : rotations)
        read.push_back(reading.read(rotation));
    return read;
}

/// What one reading explains in a clip.
struct ExplainedBones {
    size_t telling = 0;  ///< bones that fit much better, or much worse
    std::vector<uint32_t> bones;
};

/// By clip and reading.
using AllExplained = std::vector<std::array<ExplainedBones, kReadings.size()>>;

/// The clips in which enough bones are far from what they do elsewhere: only there another reading may fit.
std::vector<bool> clipsFarFromOthers(const Model& model, const std::vector<std::vector<Rotations>>& sampled) {
    std::vector<size_t> farBones(sampled.size());
    for (uint32_t node = 0; node < model.hierarchy.size(); ++node) {
        std::vector<FromClip> all;
        for (size_t c = 0; c < sampled.size(); ++c) {
            if (sampled[c][node].empty() || farBones[c] >= kMinMisread) continue;
            if (all.empty()) all = allOf(model, sampled, node);
            farBones[c] += meanNearest(sampled[c][node], elsewhere(all, c)) > kFitsBetter;
        }
    }
    std::vector<bool> isFar;
    for (const size_t bones : farBones)
        isFar.push_back(bones >= kMinMisread);
    return isFar;
}

AllExplained explainClips(const CheckedModel& checked) {
    const Model& model = checked.model;
    const std::vector<std::vector<Rotations>> sampled = sampledRotations(model, boneNodes(model));
    const std::vector<bool> isFar = clipsFarFromOthers(model, sampled);
    AllExplained explained(sampled.size());
    for (uint32_t node = 0; node < model.hierarchy.size(); ++node) {
        // There the inverse is the opposite bend, as of a tail.
        const bool isNeutral = apart(model.hierarchy.rest[node].rotation, glm::quat(1.0f, 0.0f, 0.0f, 0.0f)) < kNeutral;
        std::vector<FromClip> all;
        for (size_t c = 0; c < sampled.size(); ++c) {
            const Rotations& own = sampled[c][node];
            if (own.empty() || !isFar[c]) continue;
            if (all.empty()) all = allOf(model, sampled, node);
            const Rotations others = elsewhere(all, c);
            const float away = meanNearest(own, others);
            for (size_t r = 0; r < kReadings.size(); ++r) {
                if (r == kInverted && isNeutral) continue;
                const float left = meanNearest(readAs(own, kReadings[r]), others);
                explained[c][r].telling += std::abs(left - away) > kTellsBetween;
                if (away - left > kFitsBetter && left < kLeftOtherwise * away) explained[c][r].bones.push_back(node);
            }
        }
    }
    return explained;
}

}  // namespace

std::vector<Finding> checkExchangedAxes(const CheckedModel& checked) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    const auto clips = static_cast<size_t>(
        std::ranges::count_if(model.clips, [](const AnimationClip& clip) { return !clip.channels.empty(); }));
    if (clips < kMinOthersToTell + 1) return findings;
    const AllExplained explained = explainClips(checked);
    for (size_t c = 0; c < explained.size(); ++c) {
        const auto best = std::ranges::max_element(explained[c], {}, [](const auto& one) { return one.bones.size(); });
        const Reading& reading = kReadings[static_cast<size_t>(best - explained[c].begin())];
        const auto telling = static_cast<double>(best->telling);
        if (best->bones.size() < kMinMisread || static_cast<double>(best->bones.size()) < kMostMisread * telling)
            continue;
        std::vector<std::string> names;
        for (const uint32_t node : best->bones)
            names.push_back(model.hierarchy.names[node]);
        findings.push_back({"rotations-misread", Severity::warning, model.clips[c].name,
                            std::string("may hold rotations ") + reading.mistake + ": those of " + listed(names) +
                                " would fit the rest pose and all other clips otherwise"});
    }
    return findings;
}

}  // namespace sinew
