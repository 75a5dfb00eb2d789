#include "export/clips/times.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "animation/pose/sampled_poses.h"
#include "base/error.h"
#include "base/text.h"
#include "export/build/track_parts.h"
#include "model/poses.h"

namespace sinew::exporting {
namespace {

bool isOnFrames(const AnimationClip& clip, double frame) {
    constexpr double kOff = 0.02;  // of a frame
    bool isOn = true;
    forEachTrack(clip, [&](const auto& track) {
        for (const double time : track.authored.empty() ? track.times : track.authored.times)
            isOn = isOn && std::abs(time / frame - std::round(time / frame)) < kOff;
    });
    return isOn;
}

/// Rounding may make the two sides of a jump equal.
void separate(std::vector<double>& times) {
    for (size_t i = times.size(); i-- > 1;)
        times[i - 1] = std::min(times[i - 1], std::nextafter(times[i], std::numeric_limits<double>::lowest()));
}

template <typename Value>
void trimTrack(Track<Value>& track, const ClipPart& part) {
    if (track.empty()) return;
    Track<Value> kept;
    const auto add = [&](double time, const Value& value) {
        kept.times.push_back(time - part.first);
        kept.values.push_back(value);
    };
    add(part.first, sampled(track, part.first));
    for (size_t i = 0; i < track.size() && track.size() > 1; ++i)
        if (part.first < track.times[i] && track.times[i] < part.last) add(track.times[i], track.values[i]);
    if (track.size() > 1 && part.last > part.first) add(part.last, sampled(track, part.last));
    for (size_t i = 0; i < track.authored.times.size(); ++i) {
        if (track.authored.times[i] < part.first || track.authored.times[i] > part.last) continue;
        kept.authored.times.push_back(track.authored.times[i] - part.first);
        const auto values = track.authored.values.begin() + static_cast<std::ptrdiff_t>(3 * i);
        kept.authored.values.insert(kept.authored.values.end(), values, values + 3);
    }
    track = std::move(kept);
}

/// How far the nodes that move vertices go in each frame; of the model's size.
std::vector<double> stepsOf(const Model& model, const AnimationClip& clip, size_t frames, double size) {
    const std::vector<uint32_t> nodes = movingNodes(model);
    std::vector<glm::vec3> before(nodes.size());
    std::vector<double> steps;
    forEachSampledPose(model.hierarchy, clip, frames + 1, glm::mat4(1.0f),
                       [&](std::span<const glm::mat4> world, double) {
                           float farthest = 0.0f;
                           for (size_t i = 0; i < nodes.size(); ++i) {
                               const glm::vec3 place(world[nodes[i]][3]);
                               farthest = std::max(farthest, glm::length(place - before[i]));
                               before[i] = place;
                           }
                           steps.push_back(static_cast<double>(farthest) / size);
                       });
    steps.erase(steps.begin());
    return steps;
}

}  // namespace

double frameOf(const AnimationClip& clip) {
    const double own = frameSeconds(clip);
    if (clip.authoredFrameSeconds > 0.0) return own;
    for (const double frame : {own, 1.0 / 24, 1.0 / 25, 1.0 / 30, 1.0 / 50, 1.0 / 60})
        if (isOnFrames(clip, frame)) return frame;
    return own;
}

double atKey(const AnimationClip& clip, double seconds) {
    constexpr double kNear = 1e-4;
    double nearest = std::abs(clip.durationSeconds - seconds) < kNear ? clip.durationSeconds : seconds;
    double off = nearest == seconds ? kNear : std::abs(clip.durationSeconds - seconds);
    forEachTrack(clip, [&](const auto& track) {
        const auto at = std::ranges::lower_bound(track.times, seconds);
        for (auto key = at == track.times.begin() ? at : at - 1; key != track.times.end() && key <= at; ++key)
            if (std::abs(*key - seconds) < off) off = std::abs(*key - seconds), nearest = *key;
    });
    return nearest;
}

void trim(AnimationClip& clip, const ClipPart& part) {
    forEachTrack(clip, [&](auto& track) { trimTrack(track, part); });
    clip.durationSeconds = part.last - part.first;
}

void reverse(AnimationClip& clip) {
    const auto turn = [&](auto& times, auto& values) {
        for (double& time : times)
            time = clip.durationSeconds - time;
        std::ranges::reverse(times);
        std::ranges::reverse(values);
        separate(times);
    };
    forEachTrack(clip, [&](auto& track) {
        turn(track.times, track.values);
        turn(track.authored.times, track.authored.values);
        for (size_t i = 0; i < track.authored.values.size(); ++i)
            if (i % 3 != 1) track.authored.values[i] = -track.authored.values[i];
    });
}

void changeSpeed(AnimationClip& clip, double factor) {
    forEachTrack(clip, [&](auto& track) {
        for (std::vector<double>* times : {&track.times, &track.authored.times}) {
            for (double& time : *times)
                time /= factor;
            separate(*times);
        }
        for (size_t i = 0; i < track.authored.values.size(); ++i)
            if (i % 3 != 1) track.authored.values[i] = track.authored.values[i] * static_cast<float>(factor);
    });
    clip.durationSeconds /= factor;
    clip.authoredFrameSeconds /= factor;
}

void setRate(AnimationClip& clip, double framesPerSecond) {
    constexpr double kMostKeys = 1 << 26;
    double tracks = 0.0;
    forEachTrack(clip, [&](const auto& track) { tracks += track.size() > 1; });
    if (tracks * clip.durationSeconds * framesPerSecond > kMostKeys)
        throw Error(Exit::input, fmt::format("the clip {} lasts {:.4g} s: too long for {:g} keys per second",
                                             inQuotes(clip.name), clip.durationSeconds, framesPerSecond));
    forEachTrack(clip, [&](auto& track) {
        if (track.size() > 1) track = resampled(track, clip.durationSeconds, framesPerSecond);
    });
    clip.authoredFrameSeconds = 1.0 / framesPerSecond;
}

std::vector<ClipPart> splitTimeline(const Model& model, const AnimationClip& clip, double size) {
    constexpr double kMostFrames = 1 << 20, kJump = 0.04, kJumpRatio = 4.0, kStill = 1e-5, kPauseSeconds = 0.25;
    const double frame = frameOf(clip);
    const auto frames = static_cast<size_t>(std::round(std::min(clip.durationSeconds / frame, kMostFrames)));
    if (frames < 2 || !(size > 0.0)) return {{0.0, clip.durationSeconds}};
    const std::vector<double> steps = stepsOf(model, clip, frames, size);
    const auto stepAt = [&](size_t i) { return i < frames ? steps[i] : 0.0; };
    const auto isJump = [&](size_t i) {
        const double around = std::max({stepAt(i - 2), stepAt(i - 1), stepAt(i + 1), stepAt(i + 2)});
        return steps[i] > kJump && steps[i] > kJumpRatio * around;
    };
    std::vector<ClipPart> parts;
    const auto add = [&](size_t first, size_t last) {
        const double seconds = clip.durationSeconds / static_cast<double>(frames);
        parts.push_back({static_cast<double>(first) * seconds, static_cast<double>(last) * seconds});
    };
    // What is between two jumps, without its pauses; a pose that is held between them is a part.
    const auto addBetween = [&](size_t first, size_t last) {
        size_t begin = first, still = 0;
        const size_t before = parts.size();
        for (size_t i = first; i <= last; ++i) {
            const bool isStill = i < last && steps[i] < kStill;
            if (isStill && ++still) continue;
            if (i == last || static_cast<double>(still) * frame >= kPauseSeconds) {
                const size_t end = static_cast<double>(still) * frame >= kPauseSeconds ? i - still : i;
                if (end > begin + 1) add(begin, end);
                begin = i;
            }
            still = 0;
        }
        if (parts.size() == before && last > first) add(first, last);
    };
    size_t begin = 0;
    for (size_t i = 0; i < frames; ++i)
        if (isJump(i)) addBetween(begin, i), begin = i + 1;
    addBetween(begin, frames);
    return parts;
}

}  // namespace sinew::exporting
