#include "check/clips/stepped.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "check/checks.h"
#include "check/clips/limits.h"
#include "check/tracks.h"

namespace sinew {
namespace {

/// True if a track of evenly spaced keys holds most of its poses for one and the same number of keys.
bool holdsPoses(const Track<glm::quat>& track) {
    if (track.size() < kClips.many) return false;
    const double usual = (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1);
    std::vector<float> steps;
    for (size_t key = 1; key < track.size(); ++key) {
        if (std::abs(track.times[key] - track.times[key - 1] - usual) > kClips.near * usual) return false;
        steps.push_back(apart(track.values[key - 1], track.values[key]));
    }
    const float still = kClips.same * std::ranges::max(steps);
    std::map<size_t, size_t> poses;  // how many are held for so many keys
    size_t all = 0;
    for (size_t key = 0, last = steps.size(); key < steps.size(); ++key) {
        if (steps[key] <= still) continue;
        if (last < key) ++poses[key - last], ++all;
        last = key;
    }
    const auto most = std::ranges::max_element(poses, {}, [](const auto& held) { return held.second; });
    return most != poses.end() && most->first > 1 && most->first <= kClips.several && all >= kClips.some &&
           areMost(most->second, all);
}

}  // namespace

bool SteppedBones::areMost() const {
    return stepped >= kClips.some && 2 * stepped >= moving;
}

SteppedBones steppedBones(const AnimationClip& clip) {
    SteppedBones bones;
    for (const Channel& channel : clip.channels) {
        const Track<glm::quat>& track = channel.rotation;
        size_t steps = 0;
        bool blends = false;
        for (size_t key = 1; key < track.size(); ++key) {
            if (apart(track.values[key - 1], track.values[key]) <= kClips.sameTurn) continue;
            blends |= track.times[key] - track.times[key - 1] > kClips.step;
            ++steps;
        }
        const bool holds = blends && holdsPoses(track);
        bones.moving += steps > 0;
        bones.holds |= holds;
        if (holds || (!blends && steps > 1)) bones.nodes.push_back(channel.node);
    }
    bones.stepped = bones.nodes.size();
    return bones;
}

bool holdsManyClips(const Model& model, const ImportReport& report) {
    constexpr auto kOneTimeline = std::to_array<std::string_view>(
        {"BlitzBasic 3D", "Direct3D XFile", "Quake", "Half-Life", "Valve SMD", "MD2", "MD3"});
    return model.clips.size() == 1 && std::ranges::any_of(kOneTimeline, [&](std::string_view format) {
               return report.format.find(format) != std::string::npos;
           });
}

}  // namespace sinew
