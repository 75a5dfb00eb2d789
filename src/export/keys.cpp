#include "export/keys.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/gtc/quaternion.hpp>

namespace sinew::exporting {
namespace {

constexpr double kFloatPrecision = 1e-7;  // of a value: about one step of a float
constexpr double kSplineTolerance = 4e-6; // of a value, at least 1: sampled keys are as far from their curve
constexpr float kUnitTolerance = 1e-3f;
constexpr size_t kBlock = 4096;           // keys that are thinned at once: bounds the work of long straight tracks

// Values in double precision, as the difference of two keys may be less than a float can tell.
double widen(float value) {
    return static_cast<double>(value);
}
glm::dvec3 widen(const glm::vec3& value) {
    return glm::dvec3(value);
}
glm::dquat widen(const glm::quat& value) {
    return glm::normalize(glm::dquat(value));
}

double between(double a, double b, double ratio) {
    return a + (b - a) * ratio;
}
glm::dvec3 between(const glm::dvec3& a, const glm::dvec3& b, double ratio) {
    return glm::mix(a, b, ratio);
}
glm::dquat between(const glm::dquat& a, const glm::dquat& b, double ratio) {
    return glm::slerp(a, b, ratio);
}

double distance(double a, double b) {
    return std::abs(a - b);
}
double distance(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(a - b);
}
double distance(const glm::dquat& a, const glm::dquat& b) {
    return std::min(glm::length(a - b), glm::length(a + b));
}

double magnitude(float value) {
    return std::abs(widen(value));
}
double magnitude(const glm::vec3& value) {
    return glm::length(widen(value));
}
double magnitude(const glm::quat&) {
    return 1.0;
}

void append(float value, std::vector<float>& out) {
    out.push_back(value);
}
void append(const glm::vec3& value, std::vector<float>& out) {
    out.insert(out.end(), {value.x, value.y, value.z});
}
void append(const glm::quat& value, std::vector<float>& out) {
    out.insert(out.end(), {value.x, value.y, value.z, value.w});
}

float narrow(double value, float) {
    return static_cast<float>(value);
}
glm::vec3 narrow(const glm::dvec3& value, const glm::vec3&) {
    return glm::vec3(value);
}
glm::quat narrow(const glm::dquat& value, const glm::quat&) {
    return glm::quat(value);
}

template <typename Value>
Value valueAt(const Track<Value>& track, double time) {
    const auto after = std::upper_bound(track.times.begin(), track.times.end(), time);
    if (after == track.times.begin()) return track.values.front();
    if (after == track.times.end()) return track.values.back();
    const auto key = static_cast<size_t>(after - track.times.begin());
    if (track.times[key - 1] == time) return track.values[key - 1];
    const double ratio = (time - track.times[key - 1]) / (track.times[key] - track.times[key - 1]);
    return narrow(between(widen(track.values[key - 1]), widen(track.values[key]), ratio), track.values[0]);
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

/// The keys at which a track of steps changes.
template <typename Value>
Track<Value> stepsOf(const Track<Value>& track, bool keepsAll) {
    Track<Value> steps;
    for (size_t i = 0; i < track.size(); ++i) {
        const bool isBeforeJump = i + 1 < track.size() && isJump(track.times[i], track.times[i + 1]);
        if (i > 0 && track.values[i] == track.values[i - 1] && (!keepsAll || isBeforeJump)) continue;
        steps.times.push_back(track.times[i]);
        steps.values.push_back(track.values[i]);
    }
    return steps;
}

/// Times as floats. Of a jump, the first key moves to the time before, if there is one.
template <typename Value>
std::vector<float> floatTimes(Track<Value>& track) {
    std::vector<float> times;
    std::vector<Value> values;
    for (size_t i = 0; i < track.size(); ++i) {
        const auto time = static_cast<float>(track.times[i]);
        if (!times.empty() && time <= times.back()) {
            const float before = std::nextafter(time, -1.0f);
            const bool hasRoom = before >= 0.0f && (times.size() < 2 || times[times.size() - 2] < before);
            if (hasRoom && values.back() != track.values[i])
                times.back() = before;
            else
                times.pop_back(), values.pop_back();
        }
        times.push_back(time);
        values.push_back(track.values[i]);
    }
    track.values = std::move(values);
    return times;
}

/// Marks the keys from `first` to `last` that are needed to stay within the tolerance (Ramer, 1972; Douglas and Peucker,
/// 1973).
template <typename Value>
void markNeeded(const std::vector<float>& times, const std::vector<Value>& values, size_t first, size_t last,
                double tolerance, std::vector<bool>& needed) {
    std::vector<std::pair<size_t, size_t>> open{{first, last}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        const double start = static_cast<double>(times[a]), length = static_cast<double>(times[b]) - start;
        const auto from = widen(values[a]), to = widen(values[b]);
        double worst = 0.0;
        size_t at = a;
        for (size_t i = a + 1; i < b; ++i) {
            const double ratio = (static_cast<double>(times[i]) - start) / length;
            const double error = distance(between(from, to, ratio), widen(values[i])) -
                                 std::max(tolerance, kFloatPrecision * magnitude(values[i]));
            if (error > worst) worst = error, at = i;
        }
        if (at == a) continue;
        needed[at] = true;
        if (at > a + 1) open.emplace_back(a, at);
        if (b > at + 1) open.emplace_back(at, b);
    }
}

/// Leaves out keys that the others imply.
template <typename Value>
void thin(std::vector<float>& times, std::vector<Value>& values, double tolerance) {
    if (std::ranges::all_of(values, [&](const Value& value) { return value == values.front(); })) {
        times.resize(1), values.resize(1);
        return;
    }
    std::vector<bool> needed(times.size(), false);
    for (size_t block = 0; block < times.size(); block += kBlock) {
        const size_t last = std::min(block + kBlock, times.size() - 1);
        needed[block] = needed[last] = true;
        if (last > block) markNeeded(times, values, block, last, tolerance, needed);
    }
    size_t first = 0, end = times.size();
    while (end > 1 && values[end - 2] == values[end - 1])
        --end;
    while (first + 1 < end && values[first] == values[first + 1])
        ++first;
    needed[first] = needed[end - 1] = true;
    size_t kept = 0;
    for (size_t i = first; i < end; ++i) {
        if (!needed[i]) continue;
        times[kept] = times[i];
        values[kept++] = values[i];
    }
    times.resize(kept), values.resize(kept);
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

/// The value of a cubic curve in a segment (glTF 2.0, appendix C.5); of rotations the components, not normalized.
template <typename Value>
Value onSpline(const Spline<Value>& spline, size_t segment, double time) {
    const double length = spline.times[segment + 1] - spline.times[segment];
    const double s = (time - spline.times[segment]) / length, s2 = s * s, s3 = s2 * s;
    const Value *from = &spline.values[3 * segment], *to = from + 3;
    const auto f = [](double factor) { return static_cast<float>(factor); };
    return f(2 * s3 - 3 * s2 + 1) * from[1] + f(length * (s3 - 2 * s2 + s)) * from[2] + f(3 * s2 - 2 * s3) * to[1] +
           f(length * (s3 - s2)) * to[0];
}

/// Whether the keys of a track are on the curve that it was sampled from.
template <typename Value>
bool isOnSpline(const Track<Value>& track, const KeyOptions& options) {
    const Spline<Value>& spline = track.authored;
    const bool fits = !spline.empty() && !options.framesPerSecond && spline.times.front() == track.times.front() &&
                      spline.times.back() == track.times.back() && spline.times.front() >= 0.0 &&
                      spline.times.back() <= options.durationSeconds;
    if (!fits) return false;
    for (size_t i = 1; i < spline.times.size(); ++i)
        if (static_cast<float>(spline.times[i - 1]) >= static_cast<float>(spline.times[i])) return false;
    if constexpr (std::is_same_v<Value, glm::quat>)
        for (size_t i = 1; i < spline.values.size(); i += 3)
            if (std::abs(glm::length(spline.values[i]) - 1.0f) > kUnitTolerance) return false;
    size_t segment = 0;
    for (size_t i = 0; i < track.size(); ++i) {
        while (segment + 2 < spline.times.size() && spline.times[segment + 1] <= track.times[i])
            ++segment;
        const Value value = spline.times.size() < 2 ? spline.values[1] : onSpline(spline, segment, track.times[i]);
        if (!(distance(widen(value), widen(track.values[i])) <= kSplineTolerance * (1.0 + magnitude(value))))
            return false;
    }
    return true;
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
    keys.times = floatTimes(track);
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

namespace {

/// Cubic keys of several weights, if all that move are cubic and have the same times.
std::optional<Keys> joinedSplines(const std::vector<const Track<float>*>& tracks, const std::vector<float>& rest,
                                  const KeyOptions& options) {
    const std::vector<double>* times = nullptr;
    const auto isStill = [](const Track<float>* track) {
        return !track || std::ranges::all_of(track->values, [&](float value) { return value == track->values[0]; });
    };
    for (const Track<float>* track : tracks) {
        if (isStill(track)) continue;
        if (!isOnSpline(*track, options) || (times && *times != track->authored.times)) return std::nullopt;
        times = &track->authored.times;
    }
    if (!times) return std::nullopt;
    Keys keys{.kind = Keys::Kind::cubic, .width = tracks.size()};
    for (size_t i = 0; i < times->size(); ++i) {
        keys.times.push_back(static_cast<float>((*times)[i]));
        for (size_t part = 0; part < 3; ++part)
            for (size_t t = 0; t < tracks.size(); ++t) {
                const float still = part != 1 ? 0.0f : tracks[t] ? tracks[t]->values[0] : rest[t];
                keys.values.push_back(isStill(tracks[t]) ? still : tracks[t]->authored.values[3 * i + part]);
            }
    }
    return keys;
}

}  // namespace

Keys joinedKeys(const std::vector<const Track<float>*>& tracks, const std::vector<float>& rest,
                const KeyOptions& options) {
    KeyOptions linear = options;
    linear.takesSplines = false;
    std::vector<Keys> parts;
    bool isStep = true, isLinear = true;
    Keys joined{.width = tracks.size()};
    if (const std::optional<Keys> cubic = joinedSplines(tracks, rest, options)) return *cubic;
    for (const Track<float>* track : tracks) {
        Keys& keys = parts.emplace_back();
        if (track) keys = keysOf(*track, linear);
        if (keys.times.size() > 1) (keys.kind == Keys::Kind::step ? isLinear : isStep) = false;
        joined.times.insert(joined.times.end(), keys.times.begin(), keys.times.end());
    }
    if (isStep && !isLinear) joined.kind = Keys::Kind::step;
    if (!isStep && !isLinear)  // steps among lines become jumps
        for (const Keys& keys : parts)
            for (size_t i = 1; keys.kind == Keys::Kind::step && i < keys.times.size(); ++i)
                joined.times.push_back(std::nextafter(keys.times[i], 0.0f));
    std::ranges::sort(joined.times);
    joined.times.erase(std::unique(joined.times.begin(), joined.times.end()), joined.times.end());
    if (joined.times.empty()) joined.times.push_back(0.0f);
    for (const float time : joined.times)
        for (size_t i = 0; i < parts.size(); ++i) {
            const Keys& keys = parts[i];
            float value = rest[i];
            if (!keys.times.empty()) {
                const auto after = std::upper_bound(keys.times.begin(), keys.times.end(), time);
                const auto next = static_cast<size_t>(after - keys.times.begin());
                value = keys.values[next == 0 ? 0 : next - 1];
                if (keys.kind == Keys::Kind::linear && next > 0 && next < keys.times.size()) {
                    const double start = static_cast<double>(keys.times[next - 1]);
                    const double ratio = (static_cast<double>(time) - start) / (static_cast<double>(keys.times[next]) - start);
                    value = static_cast<float>(between(widen(value), widen(keys.values[next]), ratio));
                }
            }
            joined.values.push_back(value);
        }
    return joined;
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
