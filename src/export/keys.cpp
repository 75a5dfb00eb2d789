#include "export/keys.h"

#include <algorithm>
#include <cmath>

#include "animation/clip/sample.h"
#include "export/key_values.h"
#include "export/splines.h"
#include "export/thinning.h"

namespace sinew::exporting {
namespace {

template <typename Value>
Value valueAt(const Track<Value>& track, double time) {
    const auto after = std::upper_bound(track.times.begin(), track.times.end(), time);
    if (after == track.times.begin()) return track.values.front();
    if (after == track.times.end()) return track.values.back();
    const auto key = static_cast<size_t>(after - track.times.begin());
    if (track.times[key - 1] == time || track.values[key - 1] == track.values[key]) return track.values[key - 1];
    const double ratio = (time - track.times[key - 1]) / (track.times[key] - track.times[key - 1]);
    return narrow(between(widen(track.values[key - 1]), widen(track.values[key]), ratio));
}

/// Cuts a track to the part that plays.
template <typename Value>
Track<Value> cut(const Track<Value>& track, double duration) {
    if (track.times.front() >= 0.0 && track.times.back() <= duration) return {track.times, track.values};
    Track<Value> part;
    const auto add = [&](double time, const Value& value) {
        part.times.push_back(time);
        part.values.push_back(value);
    };
    if (track.times.front() < 0.0) add(0.0, valueAt(track, 0.0));
    for (size_t i = 0; i < track.size(); ++i)
        if (track.times[i] >= 0.0 && track.times[i] <= duration && (part.empty() || track.times[i] > 0.0))
            add(track.times[i], track.values[i]);
    if (part.empty() || (track.times.back() > duration && part.times.back() < duration))
        add(duration, valueAt(track, duration));
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
        steps.times.push_back(track.times[i]);
        steps.values.push_back(track.values[i]);
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
        values.push_back(jumps ? track.values[i] : valueAt(track, widen(time)));
    }
    track.values = std::move(values);
    return times;
}

template <typename Value>
Track<Value> resample(const Track<Value>& track, double duration, double framesPerSecond) {
    Track<Value> samples;
    const double frames = std::floor(duration * framesPerSecond + 1e-6);
    const auto add = [&](double time) {
        samples.times.push_back(time);
        samples.values.push_back(valueAt(track, time));
    };
    for (double frame = 0.0; frame <= frames; frame += 1.0)
        add(std::min(frame / framesPerSecond, duration));
    if (static_cast<float>(samples.times.back()) < static_cast<float>(duration)) add(duration);
    return samples;
}

template <typename Value>
Keys keysOfSpline(const Spline<Value>& spline) {
    Keys keys{.kind = Keys::Kind::cubic, .width = sizeof(Value) / sizeof(float)};
    for (const double time : spline.times)
        keys.times.push_back(static_cast<float>(time));
    for (const Value& value : spline.values)
        append(value, keys.values);
    return keys;
}

template <typename Value>
Keys keysOfAny(const Track<Value>& whole, const KeyOptions& options) {
    if (options.takesSplines && isOnSpline(whole, options)) return keysOfSpline(whole.authored);
    Track<Value> track = cut(whole, options.durationSeconds);
    Keys keys;
    keys.width = sizeof(Value) / sizeof(float);
    const bool steps = isSteps(track);
    if (steps) {
        keys.kind = Keys::Kind::step;
        track = stepsOf(track, options.keepsAll);
    }
    if (options.framesPerSecond) {
        Track<Value> samples = resample(track, options.durationSeconds, *options.framesPerSecond);
        if (steps)
            for (size_t i = 0; i < samples.size(); ++i) {
                const auto after = std::upper_bound(track.times.begin(), track.times.end(), samples.times[i]);
                const auto key = std::max<std::ptrdiff_t>(after - track.times.begin() - 1, 0);
                samples.values[i] = track.values[static_cast<size_t>(key)];
            }
        track = std::move(samples);
    }
    keys.times = floatTimes(track, steps);
    if (!steps && !options.keepsAll && !options.framesPerSecond) thin(keys.times, track.values, options.tolerance);
    for (const Value& value : track.values)
        append(value, keys.values);
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
    const size_t width = keys.width;
    std::vector<float> last(keys.values.end() - static_cast<std::ptrdiff_t>(width), keys.values.end());
    if (keys.kind == Keys::Kind::cubic) {
        // Flat from the last key to the new one.
        const std::vector<float> zeros(width, 0.0f);
        const std::vector<float> value(keys.values.end() - static_cast<std::ptrdiff_t>(2 * width),
                                       keys.values.end() - static_cast<std::ptrdiff_t>(width));
        std::copy(zeros.begin(), zeros.end(), keys.values.end() - static_cast<std::ptrdiff_t>(width));
        keys.values.insert(keys.values.end(), zeros.begin(), zeros.end());
        keys.values.insert(keys.values.end(), value.begin(), value.end());
        last = zeros;
    }
    keys.times.push_back(end);
    keys.values.insert(keys.values.end(), last.begin(), last.end());
}

}  // namespace sinew::exporting
