#include "animation/clip/clip.h"

#include <algorithm>
#include <cmath>

namespace sinew {

size_t keyCount(const AnimationClip& clip) {
    size_t count = 0;
    forEachTrack(clip, [&](const auto& track) {
        count += track.authored.empty() ? track.size() : track.authored.times.size();
        for (size_t i = 1; i < track.size() && track.authored.empty(); ++i)
            count -= track.times[i] == std::nextafter(track.times[i - 1], track.times[i]);  // both sides of a jump
    });
    return count;
}

double frameSeconds(const AnimationClip& clip) {
    if (clip.authoredFrameSeconds > 0.0) return clip.authoredFrameSeconds;
    double seconds = 1.0 / 30.0;
    size_t most = 1;
    forEachTrack(clip, [&](const auto& track) {
        if (track.size() <= most) return;
        most = track.size();
        seconds = (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1);
    });
    return seconds;
}

}  // namespace sinew
