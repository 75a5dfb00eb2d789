#include "animation/clip/clip.h"

#include <algorithm>

namespace sinew {

size_t keyCount(const AnimationClip& clip) {
    size_t count = 0;
    for (const Channel& channel : clip.channels)
        count += channel.translation.size() + channel.rotation.size() + channel.scale.size();
    for (const MorphChannel& morph : clip.morphs)
        count += morph.track.size();
    return count;
}

double frameSeconds(const AnimationClip& clip) {
    if (clip.authoredFrameSeconds > 0.0) return clip.authoredFrameSeconds;
    double seconds = 1.0 / 30.0;
    size_t most = 1;
    const auto look = [&](const auto& track) {
        if (track.size() <= most) return;
        most = track.size();
        seconds = (track.times.back() - track.times.front()) / static_cast<double>(track.size() - 1);
    };
    for (const Channel& channel : clip.channels) {
        look(channel.translation);
        look(channel.rotation);
        look(channel.scale);
    }
    for (const MorphChannel& morph : clip.morphs)
        look(morph.track);
    return seconds;
}

}  // namespace sinew
