#include <algorithm>
#include <cmath>

#include "animation/clip/sample.h"
#include "export/build/key_values.h"
#include "export/build/keys.h"
#include "export/build/splines.h"

// Several tracks of weights as one sampler.

namespace sinew::exporting {
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

/// The value of keys of one weight, which are not cubic; `rest` of none.
float valueAt(const Keys& keys, float time, float rest) {
    if (keys.times.empty()) return rest;
    const auto after = std::upper_bound(keys.times.begin(), keys.times.end(), time);
    const auto next = static_cast<size_t>(after - keys.times.begin());
    const float value = keys.values[next == 0 ? 0 : next - 1];
    if (keys.kind != Keys::Kind::linear || next == 0 || next == keys.times.size()) return value;
    const double start = widen(keys.times[next - 1]);
    const double ratio = (widen(time) - start) / (widen(keys.times[next]) - start);
    return narrow(between(widen(value), widen(keys.values[next]), ratio));
}

}  // namespace

Keys joinedKeys(const std::vector<const Track<float>*>& tracks, const std::vector<float>& rest,
                const KeyOptions& options) {
    if (options.takesSplines)
        if (const std::optional<Keys> cubic = joinedSplines(tracks, rest, options)) return *cubic;
    KeyOptions linear = options;
    linear.takesSplines = false;
    std::vector<Keys> parts;
    bool isStep = true, isLinear = true;
    Keys joined{.width = tracks.size()};
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
        for (size_t i = 0; i < parts.size(); ++i)
            joined.values.push_back(valueAt(parts[i], time, rest[i]));
    return joined;
}

}  // namespace sinew::exporting
