#include "export/build/keys.h"

#include <algorithm>
#include <cmath>

#include "export/build/key_values.h"
#include "export/build/splines.h"
#include "export/build/thinning.h"
#include "export/build/track_parts.h"

namespace sinew::exporting {
namespace {

/// Cuts a track to the part that plays.
template <typename Value>
Track<Value> cut(const Track<Value>& track, double duration) {
    if (track.times.front() >= 0.0 && track.times.back() <= duration) return {track.times, track.values};
    Track<Value> part;
    if (track.times.front() < 0.0) append(part, 0.0, sampled(track, 0.0));
    for (size_t i = 0; i < track.size(); ++i)
        if (track.times[i] >= 0.0 && track.times[i] <= duration && (part.empty() || track.times[i] > 0.0))
            append(part, track.times[i], track.values[i]);
    if (part.empty() || (track.times.back() > duration && part.times.back() < duration))
        append(part, duration, sampled(track, duration));
    return part;
}

/// Whether floats cannot tell the times apart, or just so.
bool isJump(double before, double after) {
    const auto late = static_cast<float>(after);
    return static_cast<float>(before) >= std::nextafter(late, -1.0f);
}

template <typename Value>
bool isSteps(const Track<Value>& track) {
    bool jumps = false;
    for (size_t i = 0; i + 1 < track.size(); ++i) {
        if (track.values[i] == track.values[i + 1]) continue;
        if (!isJump(track.times[i], track.times[i + 1])) return false;
        jumps = true;
    }
    return jumps;
}

/// The keys at which a track of steps changes, and the last one.
template <typename Value>
Track<Value> stepsOf(const Track<Value>& track, bool keepsAll) {
    Track<Value> steps;
    for (size_t i = 0; i < track.size(); ++i) {
        const bool isLast = i + 1 == track.size();
        const bool isBeforeJump = !isLast && isJump(track.times[i], track.times[i + 1]);
        if (i > 0 && !isLast && track.values[i] == track.values[i - 1] && (!keepsAll || isBeforeJump)) continue;
        append(steps, track.times[i], track.values[i]);
    }
    return steps;
}

/// Whether a key is at a jump.
template <typename Value>
bool isAtJump(const Track<Value>& track, size_t key) {
    return (key > 0 && isJump(track.times[key - 1], track.times[key])) ||
           (key + 1 < track.size() && isJump(track.times[key], track.times[key + 1]));
}

/// Times as floats. What moves fast is elsewhere at the rounded time, where it gets the value of then. Of a jump, the
/// first key moves to the time before, if there is one.
template <typename Value>
std::vector<float> floatTimes(Track<Value>& track, bool isSteps) {
    std::vector<float> times;
    std::vector<Value> values;
    for (size_t i = 0; i < track.size(); ++i) {
        const auto time = static_cast<float>(track.times[i]);
        const bool jumps = isSteps || isAtJump(track, i);
        if (!times.empty() && time <= times.back()) {
            const float before = std::nextafter(time, -1.0f);
            const bool hasRoom = before >= 0.0f && (times.size() < 2 || times[times.size() - 2] < before);
            if (hasRoom && values.back() != track.values[i])
                times.back() = before;
            else
                times.pop_back(), values.pop_back();
        }
        times.push_back(time);
        values.push_back(jumps ? track.values[i] : sampled(track, widen(time)));
    }
    track.values = std::move(values);
    return times;
}

template <typename Value>
Keys keysOfAny(const Track<Value>& whole, const KeyOptions& options) {
    Keys keys{.width = sizeof(Value) / sizeof(float)};
    if (options.takesSplines && isOnSpline(whole, options)) {
        keys.kind = Keys::Kind::cubic;
        keys.times.assign(whole.authored.times.begin(), whole.authored.times.end());
        keys.values = numbersOf(whole.authored.values);
        return keys;
    }
    Track<Value> track = cut(whole, options.durationSeconds);
    const bool steps = isSteps(track);
    if (steps) {
        keys.kind = Keys::Kind::step;
        track = stepsOf(track, options.keepsAll);
    }
    if (options.framesPerSecond) track = resampled(track, options.durationSeconds, *options.framesPerSecond, steps);
    keys.times = floatTimes(track, steps);
    if (!steps && !options.keepsAll && !options.framesPerSecond) thin(keys.times, track.values, options.tolerance);
    keys.values = numbersOf(track.values);
    return keys;
}

}  // namespace

Keys keysOf(const Track<float>& track, const KeyOptions& options) {
    return keysOfAny(track, options);
}
Keys keysOf(const Track<glm::vec3>& track, const KeyOptions& options) {
    return keysOfAny(track, options);
}
Keys keysOf(const Track<glm::quat>& track, const KeyOptions& options) {
    return keysOfAny(track, options);
}

void extendTo(double durationSeconds, Keys& keys) {
    const auto end = static_cast<float>(durationSeconds);
    if (keys.times.empty() || keys.times.back() >= end) return;
    const bool isCubic = keys.kind == Keys::Kind::cubic;
    const auto width = static_cast<std::ptrdiff_t>(keys.width), key = (isCubic ? 3 : 1) * width;
    keys.times.push_back(end);
    keys.values.resize(keys.values.size() + static_cast<size_t>(key), 0.0f);
    const auto last = keys.values.end() - 2 * key + (isCubic ? width : 0);
    std::copy_n(last, width, last + key);
    if (isCubic) std::fill_n(last + width, width, 0.0f);  // flat from the last key to the new one
}

}  // namespace sinew::exporting
