#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "animation/clip/transform.h"

namespace sinew {

/// Keys of a cubic curve, as glTF has them (glTF 2.0, appendix C.5): per time an in-tangent, a value and an
/// out-tangent. Tangents are per second; rotations are not of unit length between keys.
template <typename Value>
struct Spline {
    std::vector<double> times;  ///< seconds, finite and strictly ascending
    std::vector<Value> values;  ///< three per time; finite

    bool empty() const { return times.empty(); }

    bool operator==(const Spline&) const = default;
};

/// Keys of one value over time. Times are in seconds, finite and strictly ascending; the value is constant before the
/// first and after the last.
template <typename Value>
struct Track {
    std::vector<double> times;
    std::vector<Value> values;  ///< one per time

    /// The curve that the keys were sampled from, if that is a cubic one. Whoever changes the keys need not change it:
    /// who reads it compares it with them.
    Spline<Value> authored;

    bool empty() const { return times.empty(); }
    size_t size() const { return times.size(); }

    bool operator==(const Track&) const = default;
};

/// The tracks of one node. An empty track leaves that part of the rest transform unchanged.
struct Channel {
    uint32_t node = 0;
    Track<glm::vec3> translation;
    Track<glm::quat> rotation;  ///< unit quaternions
    Track<glm::vec3> scale;

    bool operator==(const Channel&) const = default;
};

/// The keys of one morph weight. A weight without keys keeps its rest value.
struct MorphChannel {
    uint32_t weight = 0;  ///< index among the model's morph weights
    Track<float> track;   ///< 0: no effect, 1: the full target; not clamped

    bool operator==(const MorphChannel&) const = default;
};

struct AnimationClip {
    std::string name;
    double durationSeconds = 0.0;
    std::vector<Channel> channels;
    double authoredFrameSeconds = 0.0;  ///< key interval of the file, where the tracks have been resampled; else 0
    std::vector<MorphChannel> morphs;   ///< at most one per weight
    std::string extras = {};            ///< what the file adds about it, as JSON (glTF); empty: nothing

    bool operator==(const AnimationClip&) const = default;
};

/// Calls `visit` with each track of a clip.
template <typename Clip, typename Visit>
void forEachTrack(Clip& clip, const Visit& visit) {
    for (auto& channel : clip.channels)
        visit(channel.translation), visit(channel.rotation), visit(channel.scale);
    for (auto& morph : clip.morphs)
        visit(morph.track);
}

/// The keys that its author set, as far as the tracks know: those of curves, and one for each jump.
size_t keyCount(const AnimationClip& clip);

/// The duration of a frame: the authored one, or the mean key interval of the track with the most keys. 1/30 when no
/// track has two keys.
double frameSeconds(const AnimationClip& clip);

}  // namespace sinew
