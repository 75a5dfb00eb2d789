#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "animation/transform.h"

namespace sinew {

/// Keys of one value over time. Times are seconds, finite and strictly ascending; before the first and after the last
/// the value holds.
template <typename Value>
struct Track {
    std::vector<double> times;
    std::vector<Value> values;  ///< as many as times

    bool empty() const { return times.empty(); }
    size_t size() const { return times.size(); }

    bool operator==(const Track&) const = default;
};

/// The tracks of one node. An empty track leaves that part of the node's rest transform in place.
struct Channel {
    uint32_t node = 0;
    Track<glm::vec3> translation;
    Track<glm::quat> rotation;  ///< unit quaternions
    Track<glm::vec3> scale;

    bool operator==(const Channel&) const = default;
};

/// The keys of one morph weight. A weight without one keeps its rest value.
struct MorphChannel {
    uint32_t weight = 0;  ///< its place among the model's morph weights
    Track<float> track;   ///< 0 none of the target, 1 all of it; below and beyond are allowed

    bool operator==(const MorphChannel&) const = default;
};

struct AnimationClip {
    std::string name;
    double durationSeconds = 0.0;
    std::vector<Channel> channels;
    double authoredFrameSeconds = 0.0;  ///< between the file's own keys, where tracks have more keys than those; else 0
    std::vector<MorphChannel> morphs;   ///< no two of the same weight

    bool operator==(const AnimationClip&) const = default;
};

size_t keyCount(const AnimationClip& clip);

/// The time from one key to the next in the clip's densest track, or the authored one: what "one frame" means for it.
/// 1/30 when no track has two keys.
double frameSeconds(const AnimationClip& clip);

}  // namespace sinew
