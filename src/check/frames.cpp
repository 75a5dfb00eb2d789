#include <cmath>

#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/key_shapes.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr float kRadius = 0.05f;       // of the model's size: how far a turn moves what is around a bone
constexpr float kStill = 0.01f;        // of the usual step
constexpr float kMoving = 0.35f;       // of the usual step
constexpr float kHeld = 1e-3f;         // of the usual step
constexpr float kSlowing = 0.05f;      // of the usual step
constexpr float kVisibleStep = 1e-4f;  // of the model's size, per frame
constexpr size_t kMinFrames = 8;
constexpr size_t kMostRepeated = 3;  // more are a style: animation on twos
constexpr size_t kMinEvery = 3;
constexpr size_t kMostEveryFrames = 12;
constexpr double kMostEvery = 0.8;         // of their distances are equal
constexpr float kSamePose = 0.02f;         // of the sum of all steps
constexpr float kAtRest = 1.0f;            // degrees
constexpr float kAwayFromRest = 15.0f;     // degrees: the bone farthest from it
constexpr std::ptrdiff_t kMostAtRest = 2;  // frames
constexpr size_t kMinAtRest = 5;           // bones
constexpr size_t kMostPoses = 4096;
constexpr float kGoesOn = 0.4f;  // of the steps before and after a frame

/// The movement of all bones from frame to frame, in shares of the model's size; empty without keys at frames.
struct Frames {
    std::vector<double> times;
    std::vector<float> steps;   ///< from times[i] to times[i + 1]
    std::vector<float> across;  ///< from times[i - 1] to times[i + 2]; 0 at the ends
    float closing = 0.0f;       ///< from the last frame to the first
};

template <typename Value>
void addSteps(const Track<Value>& raw, const AnimationClip& clip, float unit, Frames& frames) {
    if (raw.size() < 2 || rangeOf(raw) * unit < kVisibleStep) return;
    const Track<Value> track = framesOf(raw, clip);
    const bool same = track.times == frames.times;
    std::vector<Value> sampled;
    if (!same)
        for (const double seconds : frames.times)
            sampled.push_back(valueAt(track, seconds));
    const std::vector<Value>& values = same ? track.values : sampled;
    for (size_t i = 0; i + 1 < values.size(); ++i) {
        frames.steps[i] += unit * apart(values[i], values[i + 1]);
        if (i > 0 && i + 2 < values.size()) frames.across[i] += unit * apart(values[i - 1], values[i + 2]);
    }
    frames.closing += unit * apart(track.values.front(), track.values.back());
}

Frames framesOfClip(const Model& model, const RestPose& rest, const AnimationClip& clip) {
    Frames frames;
    const auto takeLonger = [&](const auto& raw) {
        if (raw.size() <= frames.times.size() || rangeOf(raw) == 0.0f) return;
        frames.times = framesOf(raw, clip).times;
    };
    for (const Channel& channel : clip.channels)
        takeLonger(channel.translation), takeLonger(channel.rotation);
    if (frames.times.size() <= kMinFrames) return {};
    frames.steps.resize(frames.times.size() - 1, 0.0f);
    frames.across.resize(frames.steps.size(), 0.0f);
    for (const Channel& channel : clip.channels) {
        const int32_t parent = model.hierarchy.parents[channel.node];
        const glm::mat3 above =
            parent == kNoParent ? glm::mat3(1.0f) : glm::mat3(rest.worldFromNode[static_cast<size_t>(parent)]);
        addSteps(channel.translation, clip, std::cbrt(std::abs(glm::determinant(above))) / rest.size, frames);
        addSteps(channel.rotation, clip, kRadius * std::numbers::pi_v<float> / 180.0f, frames);
    }
    return frames;
}

/// A moment in the middle of a clip at which all bones have their rest rotations, far from where they are otherwise.
void checkRestPose(const Model& model, const AnimationClip& clip, std::vector<Finding>& findings) {
    std::vector<const Channel*> turning;
    std::vector<double> times;
    for (const Channel& channel : clip.channels)
        if (rangeOf(channel.rotation) > kAtRest) {
            turning.push_back(&channel);
            if (channel.rotation.size() > times.size()) times = channel.rotation.times;
        }
    if (turning.size() < kMinAtRest || times.size() < kMinFrames || times.size() > kMostPoses) return;
    std::vector<float> away;  // the bone farthest from its rest rotation, in degrees
    for (const double seconds : times) {
        float most = 0.0f;
        for (const Channel* channel : turning)
            most = std::max(most,
                            apart(valueAt(channel->rotation, seconds), model.hierarchy.rest[channel->node].rotation));
        away.push_back(most);
    }
    const size_t edge = std::max<size_t>(2, away.size() / 8);
    const auto isAtRest = [](float degrees) { return degrees < kAtRest; };
    const auto first = std::ranges::find_if(away, isAtRest);
    const auto count = std::ranges::count_if(away, isAtRest);
    if (count == 0 || count > kMostAtRest || first - away.begin() < static_cast<std::ptrdiff_t>(edge)) return;
    const auto after = static_cast<size_t>(first - away.begin()) + static_cast<size_t>(count);
    if (after + edge > away.size() || !isAtRest(away[after - 1])) return;
    std::vector<float> sorted = away;
    if (std::min({away.front(), away.back(), medianOf(sorted)}) < kAwayFromRest) return;
    findings.push_back({"pose-at-rest", Severity::info, clip.name,
                        "passes through the rest pose at " + figure(times[static_cast<size_t>(first - away.begin())]) +
                            " s: a leftover key?"});
}

/// The distance of frames that are evenly spaced, but for a few and for gaps; 0 if they are not, or as close as
/// animation on twos.
size_t everyOf(const std::vector<size_t>& frames) {
    if (frames.size() < kMinEvery) return 0;
    size_t every = frames[1] - frames[0];
    for (size_t i = 2; i < frames.size(); ++i)
        every = std::min(every, frames[i] - frames[i - 1]);
    size_t same = 0;  // where a movement turns back, no repeated frame is found
    for (size_t i = 1; i < frames.size(); ++i)
        same += (frames[i] - frames[i - 1]) % every == 0;
    return every > 2 && every <= kMostEveryFrames &&
                   static_cast<double>(same) >= kMostEvery * static_cast<double>(frames.size() - 1)
               ? every
               : 0;
}

constexpr double kFullFrame = 0.3;  // of the usual time between frames
constexpr double kLongHold = 0.5;   // seconds: it may be meant

/// A loop that holds its first pose, and then moves at once. Where a movement speeds up slowly, the pause may be meant.
void checkStart(const AnimationClip& clip, const Frames& frames, float usual, std::vector<Finding>& findings) {
    size_t held = 0;
    while (held < frames.steps.size() && frames.steps[held] < kHeld * usual)
        ++held;
    if (held == 0 || held * 2 > frames.steps.size() || !isNamedLikeLoop(clip.name)) return;
    if (std::min(frames.steps[held], frames.steps.back()) < kMoving * usual) return;
    const Measured seconds = measured(frames.times[held] - frames.times.front(), "s");
    findings.push_back({"loop-held", Severity::info, clip.name,
                        "holds its first pose for " + seconds.text + " before it moves: " +
                            (held == 1 ? "the first frame is there twice" : "it starts in the middle of its movement"),
                        seconds.figure});
}

void checkClip(const AnimationClip& clip, const Frames& frames, std::vector<Finding>& findings) {
    if (frames.steps.empty()) return;
    std::vector<float> moving;
    float sum = 0.0f;
    for (const float step : frames.steps) {
        sum += step;
        if (step > kVisibleStep) moving.push_back(step);
    }
    if (moving.size() * 2 < frames.steps.size()) return;
    const float usual = medianOf(moving);
    std::vector<double> gaps = gapsOf(frames.times);
    const double usualGap = medianOf(gaps);
    const auto isStill = [&](size_t i) {
        return frames.steps[i] < kStill * usual && frames.times[i + 1] - frames.times[i] > kFullFrame * usualGap;
    };
    const auto isMoving = [&](size_t i) { return frames.steps[i] > kMoving * usual; };
    const auto at = [&](size_t i) { return " at " + figure(frames.times[i]) + " s"; };

    std::vector<size_t> repeated;
    size_t still = 0;
    for (size_t i = 0; i < frames.steps.size(); ++i) {
        still += isStill(i);
        if (i == 0 || i + 1 == frames.steps.size() || !isStill(i) || !isMoving(i - 1) || !isMoving(i + 1)) continue;
        // Where a movement turns back between two frames, these are alike.
        if (frames.across[i] > kGoesOn * (frames.steps[i - 1] + frames.steps[i + 1])) repeated.push_back(i);
    }
    if (const size_t every = everyOf(repeated); every > 0)
        findings.push_back({"frame-repeated", Severity::info, clip.name,
                            "shows one of each " + std::to_string(every) + " frames twice, the first" +
                                at(repeated.front()) + ": converted from a lower frame rate?"});
    else if (!repeated.empty() && repeated.size() <= kMostRepeated && still < frames.steps.size() / 8)
        findings.push_back({"frame-repeated", Severity::warning, clip.name,
                            "shows one frame twice in the middle of its movement," + at(repeated.front())});

    checkStart(clip, frames, usual, findings);
    size_t held = 0;
    while (held < frames.steps.size() && frames.steps[frames.steps.size() - 1 - held] < kHeld * usual)
        ++held;
    if (held == 0 || held * 2 > frames.steps.size()) return;
    // Where a movement slows down first, the pause may be meant.
    const auto speed = [&](size_t i) { return frames.steps[i] / usual; };
    const float slowest = std::min(speed(frames.steps.size() - 1 - held), speed(0));
    if (slowest < kSlowing) return;
    const bool closes = frames.closing < kSamePose * sum || frames.closing < 2.0f * usual;
    if (!closes && !isNamedLikeLoop(clip.name)) return;
    const Measured seconds = measured(frames.times.back() - frames.times[frames.times.size() - 1 - held], "s");
    findings.push_back({"loop-held",
                        slowest > kMoving && seconds.figure.value < kLongHold ? Severity::warning : Severity::info,
                        clip.name,
                        "holds its last pose for " + seconds.text + " before it repeats: " +
                            (held == 1 && seconds.figure.value < kLongHold ? "the last frame is there twice"
                                                                           : "it stops in the middle of its movement"),
                        seconds.figure});
}

}  // namespace

std::vector<Finding> checkFrames(const CheckedModel& checked) {
    const Model& model = checked.model;
    const RestPose& rest = checked.rest;
    std::vector<Finding> findings;
    if (!(rest.size > 0.0f)) return findings;
    for (size_t i = 0; i < model.clips.size(); ++i) {
        if (steppedBones(model.clips[i]).areStyle()) continue;
        checkRestPose(model, model.clips[i], findings);
        checkClip(model.clips[i], framesOfClip(model, rest, model.clips[i]), findings);
    }
    return findings;
}

}  // namespace sinew
