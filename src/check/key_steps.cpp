#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "check/checks.h"
#include "check/key_shapes.h"
#include "check/tracks.h"

namespace sinew {

template <typename Value>
size_t stepsOf(const Track<Value>& track, float visible) {
    size_t steps = 0;
    for (size_t key = 1; key < track.size(); ++key)
        steps += track.times[key] - track.times[key - 1] < kHeldSeconds &&
                 apart(track.values[key - 1], track.values[key]) > visible;
    return steps;
}

template <typename Value>
size_t heldKeys(const Track<Value>& track) {
    constexpr size_t kMinKeys = 12, kMinPoses = 4;
    constexpr float kRounding = 1e-3f;  // of the largest step
    constexpr float kStill = 0.01f;     // of the usual step
    constexpr double kSameTime = 0.2;   // of the mean time between keys
    constexpr double kNearlyAll = 0.8;  // of the poses
    if (track.size() < kMinKeys) return 1;
    const double usualTime = (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1);
    std::vector<float> steps, moving;
    for (size_t key = 1; key < track.size(); ++key) {
        if (std::abs(track.times[key] - track.times[key - 1] - usualTime) > kSameTime * usualTime) return 1;
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    }
    const float rounding = kRounding * std::ranges::max(steps);
    std::ranges::copy_if(steps, std::back_inserter(moving), [&](float step) { return step > rounding; });
    if (moving.empty()) return 1;
    const float still = kStill * medianOf(moving);
    std::map<size_t, size_t> poses;  // how many are held for so many keys
    std::optional<size_t> last;
    for (size_t key = 0; key < steps.size(); ++key) {
        if (steps[key] <= still) continue;
        if (last) ++poses[key - *last];
        last = key;
    }
    size_t all = 0;
    for (const auto& [keys, count] : poses)
        all += count;
    const auto most = std::ranges::max_element(poses, {}, [](const auto& held) { return held.second; });
    const bool agree =
        most != poses.end() && static_cast<double>(most->second) >= kNearlyAll * static_cast<double>(all);
    return agree && most->second + 1 >= kMinPoses ? most->first : 1;
}

bool SteppedBones::areMost() const {
    constexpr size_t kMinStepped = 4;
    constexpr double kMostStepped = 0.8;
    return stepped >= kMinStepped && static_cast<double>(stepped) >= kMostStepped * static_cast<double>(moving);
}

SteppedBones steppedBones(const AnimationClip& clip) {
    constexpr float kSame = 0.05f;  // degrees
    constexpr size_t kFewestSteps = 2;
    SteppedBones bones;
    for (const Channel& channel : clip.channels) {
        const Track<glm::quat>& track = channel.rotation;
        size_t steps = 0;
        bool blends = false;
        for (size_t key = 1; key < track.size(); ++key) {
            if (apart(track.values[key - 1], track.values[key]) <= kSame) continue;
            blends |= track.times[key] - track.times[key - 1] > kJumpSeconds;
            ++steps;
        }
        bones.moving += steps > 0;
        bones.stepped += !blends && steps >= kFewestSteps;
    }
    return bones;
}

template size_t stepsOf(const Track<glm::vec3>&, float);
template size_t heldKeys(const Track<glm::vec3>&);
template size_t stepsOf(const Track<glm::quat>&, float);
template size_t heldKeys(const Track<glm::quat>&);

}  // namespace sinew
