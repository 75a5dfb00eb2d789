#include "retarget/clip_keys.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <glm/geometric.hpp>

#include "animation/clip/sample.h"

namespace sinew {
namespace {

constexpr float kKeyTurn = 0.1f * 0.0174533f;                    // radians: the error of interpolated keys
constexpr float kKeyShift = 5e-4f;                               // of the figure's height: the same
constexpr float kNoTurn = 0.02f * 0.0174533f, kNoShift = 1e-4f;  // the same, by keys that are left out
constexpr double kShortestStep = 1.0 / 480.0;                    // seconds between added keys
constexpr size_t kMostKeys = 20'000;                             // per track
constexpr size_t kLongestRun = 256;                              // of keys that are left out

/// Radians, exact for small angles.
float angleBetween(const glm::quat& a, const glm::quat& b) {
    const glm::quat apart = a * glm::conjugate(b);
    return 2.0f * glm::length(glm::vec3(apart.x, apart.y, apart.z));
}

/// The transforms of the joints at one time.
struct JointKey {
    double seconds = 0.0;
    std::vector<Transform> joints;
};

/// Samples a clip at the source's keys and as finely between them as interpolation asks for.
class KeySampler {
  public:
    KeySampler(const FigureTransfer& figure, const Model& source, const AnimationClip& clip, ClipTransfer& transfer)
        : figure_(figure), transfer_(transfer) {
        for (const double seconds : timesOf(source, clip))
            add(keyAt(seconds));
    }

    const std::vector<JointKey>& keys() const { return keys_; }

  private:
    /// The keys of the nodes that move a joint, in the clip.
    std::vector<double> timesOf(const Model& source, const AnimationClip& clip) const {
        std::vector<bool> counts(source.hierarchy.size(), false);
        for (const FigureJoint& joint : figure_.joints())
            for (auto at = static_cast<int32_t>(joint.pair.source); at != kNoParent;
                 at = source.hierarchy.parents[static_cast<size_t>(at)])
                counts[static_cast<size_t>(at)] = true;
        std::set<double> times{0.0, std::max(clip.durationSeconds, 0.0)};
        for (const Channel& channel : clip.channels) {
            if (!counts[channel.node]) continue;
            for (const std::vector<double>* keys :
                 {&channel.translation.times, &channel.rotation.times, &channel.scale.times})
                for (const double key : *keys)
                    if (key > 0.0 && key < clip.durationSeconds) times.insert(key);
        }
        for (const double edge : transfer_.edges())
            times.insert(edge);
        return {times.begin(), times.end()};
    }

    JointKey keyAt(double seconds) {
        JointKey key{seconds, {}};
        const std::span<const Transform> pose = transfer_.at(seconds);
        for (const FigureJoint& joint : figure_.joints())
            key.joints.push_back(pose[joint.pair.target]);
        return key;
    }

    /// Appends a key, and before it those that the way to it needs.
    void add(JointKey key) {
        std::vector<JointKey> ahead;
        ahead.push_back(std::move(key));
        while (!ahead.empty()) {
            if (!keys_.empty() && keys_.size() < kMostKeys) {
                const double step = ahead.back().seconds - keys_.back().seconds;
                if (step > 2.0 * kShortestStep) {
                    const double start = keys_.back().seconds;
                    JointKey middle = keyAt(start + 0.5 * step);
                    // A quarter too: where motion begins and ends alike, the middle alone tells nothing.
                    if (!isBetween(keys_.back(), ahead.back(), middle, 0.5f) ||
                        !isBetween(keys_.back(), ahead.back(), keyAt(start + 0.25 * step), 0.25f)) {
                        ahead.push_back(std::move(middle));
                        continue;
                    }
                }
            }
            keys_.push_back(std::move(ahead.back()));
            ahead.pop_back();
        }
    }

    bool isBetween(const JointKey& before, const JointKey& after, const JointKey& inner, float ratio) const {
        const float most = kKeyShift * static_cast<float>(figure_.sourceHeight() * figure_.scale());
        for (size_t i = 0; i < inner.joints.size(); ++i) {
            const Transform &a = before.joints[i], &b = after.joints[i], &m = inner.joints[i];
            const glm::quat turn = between(a.rotation, b.rotation, ratio);
            if (angleBetween(turn, m.rotation) > kKeyTurn) return false;
            if (!figure_.moves(i)) continue;
            const glm::vec3 shift = between(a.translation, b.translation, ratio) - m.translation;
            if (figure_.unitOf(i) * glm::length(shift) > most) return false;
        }
        return true;
    }

    const FigureTransfer& figure_;
    ClipTransfer& transfer_;
    std::vector<JointKey> keys_;
};

/// Leaves out keys between others from which interpolation is less than `most` apart, by `distance`.
template <typename Value, typename Distance>
void reduce(Track<Value>& track, const Distance& distance, float most) {
    Track<Value> kept;
    const auto keep = [&](size_t key) {
        kept.times.push_back(track.times[key]);
        kept.values.push_back(track.values[key]);
    };
    const auto tells = [&](size_t first, size_t last) {
        for (size_t key = first + 1; key < last; ++key) {
            const double ratio = (track.times[key] - track.times[first]) / (track.times[last] - track.times[first]);
            const Value inner = between(track.values[first], track.values[last], static_cast<float>(ratio));
            if (!(distance(inner, track.values[key]) < most)) return false;
        }
        return true;
    };
    for (size_t first = 0; first < track.size();) {
        keep(first);
        size_t last = first + 1;
        while (last + 1 < track.size() && last - first < kLongestRun && tells(first, last + 1))
            ++last;
        first = last;
    }
    if (kept.size() == 2 && distance(kept.values[0], kept.values[1]) < most)
        kept.times.pop_back(), kept.values.pop_back();
    track = std::move(kept);
}

}  // namespace

std::vector<Channel> channelsOf(const FigureTransfer& figure, const Model& model, const Model& source,
                                const AnimationClip& clip, ClipTransfer& transfer) {
    const KeySampler sampler(figure, source, clip, transfer);
    const std::vector<JointKey>& keys = sampler.keys();
    const auto height = static_cast<float>(figure.sourceHeight() * figure.scale());
    std::vector<Channel> channels;
    std::vector<bool> isJoint(model.hierarchy.size(), false);
    for (size_t i = 0; i < figure.joints().size(); ++i) {
        const uint32_t node = figure.joints()[i].pair.target;
        isJoint[node] = true;
        Channel channel{.node = node};
        const Transform &base = figure.base()[node], &rest = model.hierarchy.rest[node];
        for (const JointKey& key : keys) {
            channel.rotation.times.push_back(key.seconds);
            channel.rotation.values.push_back(key.joints[i].rotation);
            if (!figure.moves(i)) continue;
            channel.translation.times.push_back(key.seconds);
            channel.translation.values.push_back(key.joints[i].translation);
        }
        if (!figure.moves(i) && base.translation != rest.translation) channel.translation = {{0.0}, {base.translation}};
        if (base.scale != rest.scale) channel.scale = {{0.0}, {base.scale}};
        reduce(channel.rotation, angleBetween, kNoTurn);
        const auto shiftBetween = [](const glm::vec3& a, const glm::vec3& b) { return glm::length(a - b); };
        reduce(channel.translation, shiftBetween, kNoShift * height / figure.unitOf(i));
        channels.push_back(std::move(channel));
    }
    for (uint32_t node = 0; node < isJoint.size(); ++node) {
        const Transform& base = figure.base()[node];
        if (isJoint[node] || base == model.hierarchy.rest[node]) continue;
        channels.push_back({.node = node,
                            .translation = {{0.0}, {base.translation}},
                            .rotation = {{0.0}, {base.rotation}},
                            .scale = {{0.0}, {base.scale}}});
    }
    std::ranges::sort(channels, {}, &Channel::node);
    return channels;
}

}  // namespace sinew
