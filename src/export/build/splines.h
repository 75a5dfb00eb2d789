#pragma once

#include <concepts>

#include "export/build/key_values.h"
#include "export/build/keys.h"

namespace sinew::exporting {

inline constexpr double kSplineTolerance = 4e-6;  // of a value, at least 1: sampled keys are as far from their curve
inline constexpr float kUnitTolerance = 1e-3f;

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

/// There are two keys or more (glTF 2.0, section 3.11); floats can tell the times apart, and the rotations are of unit
/// length.
template <typename Value>
bool fitsGltf(const Spline<Value>& spline) {
    if (spline.times.size() < 2) return false;
    for (size_t i = 1; i < spline.times.size(); ++i)
        if (narrow(spline.times[i - 1]) >= narrow(spline.times[i])) return false;
    if constexpr (std::same_as<Value, glm::quat>)
        for (size_t i = 1; i < spline.values.size(); i += 3)
            if (std::abs(glm::length(spline.values[i]) - 1.0f) > kUnitTolerance) return false;
    return true;
}

/// Whether Track::authored can be written in place of a track's keys: they are on it, as near as they were sampled; it
/// has their range, within the clip; and glTF can hold it. Values are float, glm::vec3 or glm::quat.
template <typename Value>
bool isOnSpline(const Track<Value>& track, const KeyOptions& options) {
    const Spline<Value>& spline = track.authored;
    const bool hasRange = !spline.empty() && !options.framesPerSecond && spline.times.front() == track.times.front() &&
                          spline.times.back() == track.times.back() && spline.times.front() >= 0.0 &&
                          spline.times.back() <= options.durationSeconds;
    if (!hasRange || !fitsGltf(spline)) return false;
    size_t segment = 0;
    for (size_t i = 0; i < track.size(); ++i) {
        while (segment + 2 < spline.times.size() && spline.times[segment + 1] <= track.times[i])
            ++segment;
        const Value value = onSpline(spline, segment, track.times[i]);
        if (!(distance(widen(value), widen(track.values[i])) <= kSplineTolerance * (1.0 + magnitude(value))))
            return false;
    }
    return true;
}

}  // namespace sinew::exporting
