#pragma once

#include <algorithm>
#include <cmath>

#include "animation/clip/sample.h"
#include "export/build/key_values.h"

namespace sinew::exporting {

// Parts of tracks, in double precision.

/// The value of a track, which is not empty.
template <typename Value>
Value sampled(const Track<Value>& track, double time) {
    const auto after = std::upper_bound(track.times.begin(), track.times.end(), time);
    if (after == track.times.begin()) return track.values.front();
    if (after == track.times.end()) return track.values.back();
    const auto key = static_cast<size_t>(after - track.times.begin());
    if (track.times[key - 1] == time || track.values[key - 1] == track.values[key]) return track.values[key - 1];
    const double ratio = (time - track.times[key - 1]) / (track.times[key] - track.times[key - 1]);
    return narrow(between(widen(track.values[key - 1]), widen(track.values[key]), ratio));
}

template <typename Value>
void append(Track<Value>& track, double time, const Value& value) {
    track.times.push_back(time);
    track.values.push_back(value);
}

/// A track, which is not empty, as keys at a fixed rate from 0 on, and at the end. `isSteps`: values hold until the
/// next key.
template <typename Value>
Track<Value> resampled(const Track<Value>& track, double duration, double framesPerSecond, bool isSteps = false) {
    Track<Value> samples;
    const double frames = std::floor(duration * framesPerSecond + 1e-6);
    const auto add = [&](double time) {
        const auto after = std::ranges::upper_bound(track.times, time) - track.times.begin();
        const auto step = static_cast<size_t>(std::max<std::ptrdiff_t>(after - 1, 0));
        append(samples, time, isSteps ? track.values[step] : sampled(track, time));
    };
    for (double frame = 0.0; frame <= frames; frame += 1.0)
        add(std::min(frame / framesPerSecond, duration));
    if (static_cast<float>(samples.times.back()) < static_cast<float>(duration)) add(duration);
    return samples;
}

/// Maps all values of a track, and those of its curve: points by `map`, tangents by `mapTangent`. A track without keys
/// has the value `rest`; it stays empty where that becomes `restAfter`.
template <typename Value, typename Map, typename MapTangent>
void mapTrack(Track<Value>& track, const Value& rest, const Value& restAfter, const Map& map,
              const MapTangent& mapTangent) {
    constexpr double kEqual = 1e-6;
    if (track.empty()) {
        const Value value = map(rest);
        if (distance(widen(value), widen(restAfter)) > kEqual * (1.0 + magnitude(restAfter)))
            track = {{0.0}, {value}, {}};
        return;
    }
    for (Value& value : track.values)
        value = map(value);
    for (size_t i = 0; i < track.authored.values.size(); ++i) {
        Value& value = track.authored.values[i];
        value = i % 3 == 1 ? map(value) : mapTangent(value);
    }
}

}  // namespace sinew::exporting
