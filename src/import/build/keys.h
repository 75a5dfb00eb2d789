#pragma once

#include <cmath>
#include <optional>

#include <glm/gtc/quaternion.hpp>

#include "animation/clip/clip.h"
#include "animation/clip/node_hierarchy.h"
#include "import/build/curves.h"
#include "model/finding.h"

namespace sinew {

/// What was repaired of the keys of one clip.
struct KeyRepairs {
    struct Kind {
        size_t count = 0;
        std::optional<uint32_t> node;  ///< of the first one
    };
    Kind dropped;                  ///< not finite, or a quaternion of length 0
    Kind reordered;                ///< tracks with times out of order, or different keys at one
    Kind repeated;                 ///< tracks with a key that is there twice
    Kind scaled;                   ///< quaternions far from unit length
    std::optional<uint32_t> node;  ///< whose keys are read, or whose mesh has the morph targets

    void add(Kind& kind) const {
        if (kind.count++ == 0) kind.node = node;
    }

    /// A finding for each kind.
    void report(const std::string& clip, const NodeHierarchy& hierarchy, Findings& findings) const;
};

// The value as a track has it; nothing where it is not finite, or no rotation.
std::optional<float> usable(float value, KeyRepairs& repairs);
std::optional<glm::vec3> usable(const glm::vec3& value, KeyRepairs& repairs);
std::optional<glm::quat> usable(const glm::quat& value, KeyRepairs& repairs);

/// `count` linear keys in the order of time: `keyAt(i)` is a pair of seconds and a value. Of equal times the last key
/// wins.
template <typename Value, typename KeyAt>
Track<Value> soundTrack(size_t count, const KeyAt& keyAt, KeyRepairs& repairs) {
    Track<Value> track;
    track.times.reserve(count);
    track.values.reserve(count);
    bool ascending = true, hasTwice = false;
    for (size_t i = 0; i < count; ++i) {
        const auto& [seconds, given] = keyAt(i);
        const std::optional<Value> value = usable(given, repairs);
        if (!value || !std::isfinite(seconds)) {
            repairs.add(repairs.dropped);
            continue;
        }
        if (!track.empty() && seconds == track.times.back() && *value == track.values.back()) {
            hasTwice = true;
            continue;
        }
        ascending = ascending && (track.empty() || seconds > track.times.back());
        track.times.push_back(seconds);
        track.values.push_back(*value);
    }
    if (ascending) {
        if (hasTwice) repairs.add(repairs.repeated);
        return track;
    }
    repairs.add(repairs.reordered);
    Track<Value> sorted;
    for (const size_t key : keyOrder(track.times, [](size_t) { return true; })) {
        sorted.times.push_back(track.times[key]);
        sorted.values.push_back(track.values[key]);
    }
    return sorted;
}

/// The time of the last key of a clip, in seconds; 0 where it has none.
double lastKeySeconds(const AnimationClip& clip);

/// Names that several clips share ("clip-name-duplicate"), but for the empty one.
void reportDuplicateNames(const std::vector<std::string>& names, Findings& findings);

}  // namespace sinew
