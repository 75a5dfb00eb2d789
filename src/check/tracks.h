#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/sample.h"

namespace sinew {

// How far two keys of a track are apart: degrees for rotations, the track's own unit for the others.

inline float apart(const glm::vec3& a, const glm::vec3& b) {
    return glm::distance(a, b);
}
inline float apart(float a, float b) {
    return std::abs(a - b);
}
/// For nearly equal rotations, the arc cosine would lose all digits.
inline float apart(const glm::quat& a, const glm::quat& b) {
    const glm::quat turn = a * glm::conjugate(b);
    return 2.0f * std::atan2(glm::length(glm::vec3(turn.x, turn.y, turn.z)), std::abs(turn.w)) * 180.0f /
           std::numbers::pi_v<float>;
}

/// What is between two values, in degrees or in the track's own unit.
inline glm::vec3 offset(const glm::vec3& from, const glm::vec3& to) {
    return to - from;
}
inline glm::vec3 offset(const glm::quat& from, const glm::quat& to) {
    const glm::quat turn = to * glm::conjugate(from);
    const glm::vec3 axis(turn.x, turn.y, turn.z);
    const float length = glm::length(axis);
    return length > 0.0f ? axis * (std::copysign(1.0f, turn.w) * apart(from, to) / length) : glm::vec3(0.0f);
}

/// The largest distance of a key from the first one.
template <typename Value>
float rangeOf(const Track<Value>& track) {
    float range = 0.0f;
    for (const Value& value : track.values)
        range = std::max(range, apart(value, track.values.front()));
    return range;
}

/// The times between neighboring keys.
inline std::vector<double> gapsOf(const std::vector<double>& times) {
    std::vector<double> gaps;
    for (size_t key = 1; key < times.size(); ++key)
        gaps.push_back(times[key] - times[key - 1]);
    return gaps;
}

template <typename Value>
Value valueAt(const Track<Value>& track, double seconds) {
    const auto next = static_cast<size_t>(std::ranges::upper_bound(track.times, seconds) - track.times.begin());
    if (next == 0) return track.values.front();
    if (next == track.size()) return track.values.back();
    const double start = track.times[next - 1];
    return between(track.values[next - 1], track.values[next],
                   static_cast<float>((seconds - start) / (track.times[next] - start)));
}

/// How many keys interpolation between the last kept key and the next one reproduces within `tolerance`, as of apart().
template <typename Value>
size_t spareKeys(const Track<Value>& track, float tolerance) {
    constexpr size_t kMostInARow = 8;  // to bound the time
    size_t spare = 0, kept = 0;
    for (size_t key = 1; key + 1 < track.size(); ++key) {
        bool isSpare = key - kept <= kMostInARow;
        for (size_t left = kept + 1; isSpare && left <= key; ++left) {
            const double share = (track.times[left] - track.times[kept]) / (track.times[key + 1] - track.times[kept]);
            const Value line = between(track.values[kept], track.values[key + 1], static_cast<float>(share));
            isSpare = apart(line, track.values[left]) <= tolerance;
        }
        isSpare ? ++spare : kept = key;
    }
    return spare;
}

/// The track at the author's frames: the file's keys, or samples of a track that was resampled. At most 4096 samples.
template <typename Value>
Track<Value> framesOf(const Track<Value>& track, const AnimationClip& clip) {
    if (track.empty()) return track;
    if (!track.authored.empty()) {
        Track<Value> result{.times = track.authored.times, .values = {}};
        for (const double time : result.times)
            result.values.push_back(valueAt(track, time));
        return result;
    }
    if (clip.authoredFrameSeconds <= 0.0) return track;
    constexpr double kMostFrames = 4096.0;
    const double length = track.times.back() - track.times.front();
    const double frames = std::round(length / clip.authoredFrameSeconds);
    if (!(frames >= 1.0) || frames > kMostFrames) return track;
    Track<Value> result;
    for (size_t frame = 0; frame <= static_cast<size_t>(frames); ++frame) {
        result.times.push_back(track.times.front() + length * static_cast<double>(frame) / frames);
        result.values.push_back(valueAt(track, result.times.back()));
    }
    return result;
}

}  // namespace sinew
