#include <algorithm>

#include <glm/geometric.hpp>

#include "check/key_shapes.h"
#include "check/tracks.h"

namespace sinew {

std::optional<Pop> wholeTurn(const Track<glm::quat>& track) {
    constexpr float kWhole = 300.0f, kNear = 60.0f;        // degrees
    constexpr double kWhipSeconds = 0.16, kSeconds = 0.5;  // an antenna may whip round in less
    constexpr size_t kMostSteps = 16;
    constexpr float kMoves = 0.5f;   // degrees from key to key: it begins there
    constexpr float kUneven = 1.8f;  // of its mean step: the longest one
    constexpr float kSlow = 0.4f;    // of its mean step: the steps before and after it, unlike those of a spin
    std::optional<Pop> widest;
    for (size_t first = 0; first + 2 < track.size(); ++first) {
        if (!(apart(track.values[first], track.values[first + 1]) > kMoves)) continue;
        glm::vec3 turn(0.0f);
        float longest = 0.0f;
        for (size_t last = first + 1; last < std::min(track.size(), first + kMostSteps + 1); ++last) {
            if (track.times[last] - track.times[first] > kSeconds) break;
            const glm::vec3 step = offset(track.values[last - 1], track.values[last]);
            turn += step;
            longest = std::max(longest, glm::length(step));
            const float by = glm::length(turn);
            if (longest * static_cast<float>(last - first) > kUneven * by) continue;  // a whip
            const float slow = kSlow * by / static_cast<float>(last - first);
            const bool beginsAndEnds =
                (first == 0 || apart(track.values[first - 1], track.values[first]) < slow) &&
                (last + 1 == track.size() || apart(track.values[last], track.values[last + 1]) < slow);
            if (track.times[last] - track.times[first] > kWhipSeconds && by > kWhole && beginsAndEnds &&
                apart(track.values[first], track.values[last]) < kNear && (!widest || by > widest->by))
                widest = Pop{.first = first, .last = last, .by = by};
        }
    }
    return widest;
}

std::optional<std::pair<float, double>> turnWithinFrame(const Track<glm::quat>& track, double frameSeconds) {
    if (frameSeconds <= 0.0) return std::nullopt;
    float turn = 0.0f, widest = 0.0f;
    double start = 0.0, at = 0.0;
    for (size_t key = 1, first = 0; key < track.size(); ++key) {
        turn += apart(track.values[key - 1], track.values[key]);
        while (track.times[key] - track.times[first] > 1.01 * frameSeconds) {
            turn -= apart(track.values[first], track.values[first + 1]);
            ++first;
        }
        start = track.times[first];
        if (turn > widest) widest = turn, at = start;
    }
    return std::pair(widest, at);
}

}  // namespace sinew
