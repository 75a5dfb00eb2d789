#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "animation/clip/sample.h"
#include "export/build/key_values.h"

namespace sinew::exporting {

inline constexpr double kFloatPrecision = 1e-7;  // of a value: about one step of a float
inline constexpr double kMostRounding = 3.0;     // of a tolerance: what keys may be off for that
inline constexpr size_t kBlock = 4096;  // keys that are thinned at once: bounds the work of long straight tracks

/// Marks the keys from `first` to `last` that are needed to stay within the tolerance (Ramer, 1972; Douglas and
/// Peucker, 1973).
template <typename Value>
void markNeeded(const std::vector<float>& times, const std::vector<Value>& values, size_t first, size_t last,
                double tolerance, std::vector<bool>& needed) {
    std::vector<std::pair<size_t, size_t>> open{{first, last}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        const double start = widen(times[a]), length = widen(times[b]) - start;
        const auto from = widen(values[a]), to = widen(values[b]);
        double worst = 0.0;
        size_t at = a;
        for (size_t i = a + 1; i < b; ++i) {
            const double ratio = (widen(times[i]) - start) / length;
            const double error =
                distance(between(from, to, ratio), widen(values[i])) -
                std::clamp(kFloatPrecision * magnitude(values[i]), tolerance, kMostRounding * tolerance);
            if (error > worst) worst = error, at = i;
        }
        if (at == a) continue;
        needed[at] = true;
        if (at > a + 1) open.emplace_back(a, at);
        if (b > at + 1) open.emplace_back(at, b);
    }
}

/// Leaves out keys that the others imply by linear interpolation: no key that is left out is farther than `tolerance`
/// from the track, in its own unit, of rotations in that of the quaternion. The first and the last key stay, so that
/// all tracks of a clip begin and end together; one key stays of a track that keeps still. Values are float, glm::vec3
/// or glm::quat; `times` ascend.
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
    size_t time = 0, value = 0;
    std::erase_if(times, [&](float) { return !needed[time++]; });
    std::erase_if(values, [&](const Value&) { return !needed[value++]; });
}

}  // namespace sinew::exporting
