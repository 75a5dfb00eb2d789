#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <assimp/anim.h>

#include "animation/clip.h"
#include "import/curves.h"

namespace sinew {

/// A clip as assimp read it: where it stands in the file, and the nodes that its channels were found to move. Without
/// an animation it is one that assimp has not read, and the clip comes back empty when the file has no more of those.
struct ClipSource {
    size_t index = 0;
    const aiAnimation* animation = nullptr;
    std::vector<std::pair<const aiNodeAnim*, uint32_t>> channels;
};

/// Puts what the file itself says in place of what assimp flattens to straight lines, and notes how the file goes from
/// key to key. Tracks of nodes that the file does not speak of stay as they are.
using AuthoredMotion =
    std::function<void(const ClipSource& source, AnimationClip& clip, std::set<Interpolation>& interpolations)>;

/// The clip's channel of that node, added where there is none.
inline Channel& channelOf(AnimationClip& clip, uint32_t node) {
    for (Channel& channel : clip.channels)
        if (channel.node == node) return channel;
    clip.channels.push_back({.node = node});
    return clip.channels.back();
}

/// The mean time between keys, or `known` where that is shorter (0: not known): what one frame of the author was. The
/// keys that a curve was given do not count.
inline double shorter(double known, const std::vector<double>& keyTimes) {
    if (keyTimes.size() < 2) return known;
    const double mean = (keyTimes.back() - keyTimes.front()) / static_cast<double>(keyTimes.size() - 1);
    return known > 0.0 ? std::min(known, mean) : mean;
}

}  // namespace sinew
