#include "animation/clip/clip.h"

#include <algorithm>

namespace sinew {

size_t keyCount(const AnimationClip& clip) {
    size_t count = 0;
    forEachTrack(clip, [&](const auto& track) { count += track.size(); });
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
