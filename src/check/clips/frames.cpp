#include <cmath>

#include <glm/matrix.hpp>

#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/clips/stepped.h"
#include "check/found.h"
#include "check/tracks.h"
#include "check/words.h"
#include "model/poses.h"

namespace sinew {
namespace {

/// The movement of all bones from frame to frame, in shares of the model's size; empty without keys at frames.
struct Frames {
    std::vector<double> times;
    std::vector<float> steps;   ///< from times[i] to times[i + 1]
    std::vector<float> across;  ///< from times[i - 1] to times[i + 2]; 0 at the ends
    float closing = 0.0f;       ///< from the last frame to the first
};

template <typename Value>
void addSteps(const Track<Value>& raw, const AnimationClip& clip, float unit, Frames& frames) {
    if (raw.size() < 2 || rangeOf(raw) * unit < kClips.sameWay) return;
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
    if (frames.times.size() <= kClips.several) return {};
    frames.steps.resize(frames.times.size() - 1, 0.0f);
    frames.across.resize(frames.steps.size(), 0.0f);
    for (const Channel& channel : clip.channels) {
        const int32_t parent = model.hierarchy.parents[channel.node];
        const glm::mat3 above =
            parent == kNoParent ? glm::mat3(1.0f) : glm::mat3(rest.worldFromNode[static_cast<size_t>(parent)]);
        addSteps(channel.translation, clip, std::cbrt(std::abs(glm::determinant(above))) / rest.size, frames);
        addSteps(channel.rotation, clip, kClips.around * std::numbers::pi_v<float> / 180.0f, frames);
    }
    return frames;
}

/// The movement of one clip.
struct ClipFrames {
    size_t clip;
    const std::string& name;
    Frames frames;
    float usual, sum;  ///< of the steps
};

/// Frames that are shown twice in the middle of a movement.
void checkRepeated(const ClipFrames& own, std::vector<Finding>& findings) {
    const auto& [times, steps, across, closing] = own.frames;
    std::vector<double> gaps = gapsOf(times);
    const double usualGap = medianOf(gaps);
    const auto isMoving = [&](size_t i) { return steps[i] > kClips.moving * own.usual; };
    std::vector<size_t> repeated;
    for (size_t i = 1; i + 1 < steps.size(); ++i) {
        const bool isStill = steps[i] < kClips.same * own.usual && times[i + 1] - times[i] > kClips.near * usualGap;
        // Where a movement turns back between two frames, these are alike.
        if (isStill && isMoving(i - 1) && isMoving(i + 1) && across[i] > kClips.moving * (steps[i - 1] + steps[i + 1]))
            repeated.push_back(i);
    }
    if (repeated.empty() || usualGap > kClips.dense) return;
    const Measured count = measuredCount(repeated.size(), "frame", "frames");
    findings.push_back(Found("frame-repeated", Severity::info, {clipSubject(own.clip)},
                             "shows " + count.text + " twice in the middle of a movement, first at " +
                                 figure(times[repeated.front()]) + " s",
                             count.figure, times[repeated.front()]));
}

/// How many steps at the start and at the end hold a pose.
struct Holds {
    size_t first = 0, last = 0;
};

Holds holdsOf(const std::vector<float>& steps, float usual) {
    const auto isHeld = [&](float step) { return step < kClips.same * usual; };
    return {static_cast<size_t>(std::ranges::find_if_not(steps, isHeld) - steps.begin()),
            static_cast<size_t>(std::find_if_not(steps.rbegin(), steps.rend(), isHeld) - steps.rbegin())};
}

/// A loop that holds its last pose, or its first one, in the middle of its movement.
void checkHeld(const ClipFrames& own, const Holds& holds, std::vector<Finding>& findings) {
    const auto& [times, steps, across, closing] = own.frames;
    const bool closes = closing < kClips.alike * own.sum || closing < 2.0f * own.usual;
    const bool isLoop = isNamedLikeLoop(own.name);
    const auto add = [&](bool isLast, size_t held) {
        // Where a movement slows down first, the pause may be meant.
        const float beside = std::min(steps[steps.size() - 1 - holds.last], steps[holds.first]);
        const double from = isLast ? times[times.size() - 1 - held] : times.front();
        const Measured seconds = measured(isLast ? times.back() - from : times[held] - from, "s");
        const bool mayLoop = isLoop || (isLast && closes && seconds.figure.value < kClips.pause);
        if (held == 0 || beside < (isLast ? kClips.slowing : kClips.moving) * own.usual || !mayLoop) return;
        const bool isSure = isLast && beside > kClips.moving * own.usual && seconds.figure.value < kClips.hold;
        findings.push_back(Found("loop-held", isSure ? Severity::warning : Severity::info, {clipSubject(own.clip)},
                                 std::string(isLast ? "holds its last pose" : "holds its first pose") + " for " +
                                     seconds.text +
                                     (held == 1 ? ": that frame is there twice" : ", in the middle of its movement"),
                                 seconds.figure, from));
    };
    add(true, holds.last);
    if (isLoop) add(false, holds.first);
}

}  // namespace

std::vector<Finding> checkFrames(const CheckedModel& checked, const ImportReport& report) {
    const Model& model = checked.model;
    std::vector<Finding> findings;
    if (!(checked.rest.size > 0.0f) || holdsManyClips(model, report)) return findings;
    for (size_t clip = 0; clip < model.clips.size(); ++clip) {
        if (const SteppedBones bones = steppedBones(model.clips[clip]);
            bones.areMost() || (bones.moving > 0 && bones.stepped == bones.moving))
            continue;  // a style
        ClipFrames own{clip, model.clips[clip].name, framesOfClip(model, checked.rest, model.clips[clip]), 0.0f, 0.0f};
        std::vector<float> moving;
        for (const float step : own.frames.steps) {
            own.sum += step;
            if (step > kClips.sameWay) moving.push_back(step);
        }
        if (moving.size() < kClips.several) continue;
        own.usual = medianOf(moving);
        const Holds holds = holdsOf(own.frames.steps, own.usual);
        if (2 * moving.size() + 2 * (holds.first + holds.last) < own.frames.steps.size())
            continue;  // it pauses in the middle, too
        checkRepeated(own, findings);
        checkHeld(own, holds, findings);
    }
    return findings;
}

}  // namespace sinew
