#include "animation/clip/sample.h"

#include <algorithm>
#include <cassert>

namespace sinew {
namespace {

// The keys to step over before a binary search is faster.
constexpr uint32_t kStepsBeforeSearch = 4;

/// The last key not later than the time; 0 before the first.
uint32_t keyAt(std::span<const double> times, double timeSeconds) {
    const auto after = std::upper_bound(times.begin(), times.end(), timeSeconds);
    return after == times.begin() ? 0 : static_cast<uint32_t>(after - times.begin() - 1);
}

/// `key`: the last one not later than the time.
template <typename Value>
void sampleAfter(const Track<Value>& track, uint32_t key, double timeSeconds, Value& out) {
    const double start = track.times[key];
    if (timeSeconds <= start || key + 1 == track.size()) {
        out = track.values[key];
        return;
    }
    const double ratio = (timeSeconds - start) / (track.times[key + 1] - start);
    out = between(track.values[key], track.values[key + 1], static_cast<float>(ratio));
}

template <typename Value>
void sampleTrack(const Track<Value>& track, size_t index, double timeSeconds, SampleCursor& cursor, Value& out) {
    if (!track.empty()) sampleAfter(track, cursor.seek(index, track.times, timeSeconds), timeSeconds, out);
}

template <typename Value>
void sampleTrack(const Track<Value>& track, double timeSeconds, Value& out) {
    if (!track.empty()) sampleAfter(track, keyAt(track.times, timeSeconds), timeSeconds, out);
}

}  // namespace

void SampleCursor::bind(const AnimationClip& clip) {
    const size_t tracks = clip.channels.size() * 3 + clip.morphs.size();
    if (clip_ == &clip && keys_.size() == tracks) return;
    clip_ = &clip;
    keys_.assign(tracks, 0);
}

uint32_t SampleCursor::seek(size_t track, std::span<const double> times, double timeSeconds) {
    const auto last = static_cast<uint32_t>(times.size() - 1);
    uint32_t key = std::min(keys_[track], last);
    const auto isCurrent = [&] { return times[key] <= timeSeconds && (key == last || timeSeconds < times[key + 1]); };
    for (uint32_t step = 0; step < kStepsBeforeSearch && key < last && times[key + 1] <= timeSeconds; ++step)
        ++key;
    if (!isCurrent()) key = keyAt(times, timeSeconds);
    keys_[track] = key;
    return key;
}

void sample(const AnimationClip& clip, const NodeHierarchy& hierarchy, double timeSeconds, SampleCursor& cursor,
            std::span<Transform> pose) {
    assert(pose.size() == hierarchy.size());
    std::copy(hierarchy.rest.begin(), hierarchy.rest.end(), pose.begin());
    cursor.bind(clip);
    for (size_t i = 0; i < clip.channels.size(); ++i) {
        const Channel& channel = clip.channels[i];
        Transform& transform = pose[channel.node];
        sampleTrack(channel.translation, 3 * i, timeSeconds, cursor, transform.translation);
        sampleTrack(channel.rotation, 3 * i + 1, timeSeconds, cursor, transform.rotation);
        sampleTrack(channel.scale, 3 * i + 2, timeSeconds, cursor, transform.scale);
    }
}

Transform sampleChannel(const Channel& channel, const Transform& rest, double timeSeconds) {
    Transform transform = rest;
    sampleTrack(channel.translation, timeSeconds, transform.translation);
    sampleTrack(channel.rotation, timeSeconds, transform.rotation);
    sampleTrack(channel.scale, timeSeconds, transform.scale);
    return transform;
}

void sampleMorphs(const AnimationClip& clip, std::span<const float> rest, double timeSeconds, SampleCursor& cursor,
                  std::span<float> weights) {
    assert(weights.size() == rest.size());
    std::copy(rest.begin(), rest.end(), weights.begin());
    cursor.bind(clip);
    const size_t first = 3 * clip.channels.size();  // after the tracks of the nodes
    for (size_t i = 0; i < clip.morphs.size(); ++i)
        sampleTrack(clip.morphs[i].track, first + i, timeSeconds, cursor, weights[clip.morphs[i].weight]);
}

}  // namespace sinew
