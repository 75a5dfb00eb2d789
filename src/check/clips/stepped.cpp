#include "check/clips/stepped.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "check/tracks.h"

namespace sinew {

bool SteppedBones::areMost() const {
    constexpr size_t kMinStepped = 4;
    return stepped >= kMinStepped && 5 * stepped >= 4 * moving;
}

SteppedBones steppedBones(const AnimationClip& clip) {
    constexpr float kSame = 0.05f;  // degrees
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
        bones.stepped += !blends && steps > 1;
    }
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
