#include "match/retarget.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "animation/clip/sample.h"
#include "match/figure_transfer.h"
#include "match/limb_contacts.h"
#include "match/names.h"
#include "match/whole_channel.h"

namespace sinew {
namespace {

constexpr double kSamplesPerSecond = 60.0, kFewestSamples = 16.0, kMostSamples = 1800.0;
constexpr double kFadeSeconds = 0.15;           // over which a limb returns to its own way
constexpr double kSamePlace = 0.01;             // of the figure's height: clips that end like that are loops
constexpr float kMostTurn = 0.1f * 0.0174533f;  // radians: the error of interpolated keys
constexpr float kMostShift = 5e-4f;             // of the figure's height: the same
constexpr double kShortestStep = 1.0 / 480.0;   // seconds between added keys
constexpr size_t kMostKeys = 20'000;            // per track

/// The place that the end of a limb has while it keeps to it: that in the source, scaled, plus `shift`.
struct KeptPlace {
    LimbContact when;
    glm::dvec3 shift{0.0};
};

double smooth(double ratio) {
    const double x = std::clamp(ratio, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

/// A clip of the source as poses of the model at any time.
class ClipTransfer {
  public:
    ClipTransfer(const FigureTransfer& figure, const Model& model, const Model& source, const AnimationClip& clip,
                 const RetargetOptions& options)
        : figure_(figure),
          source_(source),
          clip_(clip),
          local_(source.hierarchy.size()),
          sourceWorld_(source.hierarchy.size()),
          pose_(model.hierarchy.size()),
          world_(model.hierarchy.size()),
          kept_(figure.limbs().size()) {
        for (size_t i = 0; i < kept_.size(); ++i)
            if (figure.limbs()[i].isLeg ? options.keepFeet : options.keepHands) keep(i);
    }

    /// The model's pose. Valid until the next call.
    std::span<const Transform> at(double seconds) {
        transferAt(seconds);
        std::vector<glm::dvec3> goals;
        double drop = 0.0;
        for (size_t i = 0; i < kept_.size(); ++i) {
            goals.push_back(placeOf(i) + offsetOf(i, seconds));
            if (figure_.limbs()[i].isLeg && goals[i] != placeOf(i))
                drop = std::max(drop, figure_.dropToReach(figure_.limbs()[i], goals[i], world_));
        }
        if (drop > 0.0) figure_.lower(drop, sourceWorld_, pose_, world_);
        for (size_t i = 0; i < kept_.size(); ++i)
            if (!kept_[i].empty() && goals[i] != placeOf(i))
                figure_.moveTo(figure_.limbs()[i], goals[i], sourceWorld_, pose_, world_);
        return pose_;
    }

    /// Where a limb begins or ceases to keep its place.
    std::vector<double> edges() const {
        std::vector<double> times;
        for (const std::vector<KeptPlace>& places : kept_)
            for (const KeptPlace& place : places)
                for (const double time : {place.when.startSeconds, place.when.endSeconds})
                    if (time > 0.0 && time < clip_.durationSeconds) times.push_back(time);
        return times;
    }

  private:
    void transferAt(double seconds) {
        sample(clip_, source_.hierarchy, seconds, cursor_, local_);
        walkHierarchy(source_.hierarchy, local_, yUpFrom(source_.up), sourceWorld_);
        figure_.transfer(sourceWorld_, pose_, world_);
    }

    const BonePair& endOf(size_t limb) const {
        return figure_.joints()[static_cast<size_t>(figure_.limbs()[limb].end)].pair;
    }

    glm::dvec3 placeOf(size_t limb) const { return glm::dvec3(world_[endOf(limb).target][3]); }

    /// The place of a limb's end in the source, turned and scaled to the model.
    glm::dvec3 scaledPlace(size_t limb) const {
        return figure_.scale() * figure_.turned(glm::dvec3(sourceWorld_[endOf(limb).source][3]));
    }

    void keep(size_t limb) {
        if (!(clip_.durationSeconds > 0.0)) return;
        const double count = std::clamp(clip_.durationSeconds * kSamplesPerSecond, kFewestSamples, kMostSamples);
        LimbPath path{.positions = {}, .stepSeconds = clip_.durationSeconds / std::floor(count)};
        std::vector<glm::dvec3> shifts;
        for (size_t i = 0; i <= static_cast<size_t>(count); ++i) {
            transferAt(static_cast<double>(i) * path.stepSeconds);
            path.positions.emplace_back(sourceWorld_[endOf(limb).source][3]);
            shifts.push_back(placeOf(limb) - scaledPlace(limb));
        }
        const double height = figure_.sourceHeight();
        const auto contacts = figure_.limbs()[limb].isLeg ? groundContacts(path, height) : rests(path, height);
        std::vector<KeptPlace>& places = kept_[limb];
        std::vector<double> weights;
        for (const LimbContact& contact : contacts) {
            const auto first = static_cast<size_t>(std::lround(contact.startSeconds / path.stepSeconds));
            const auto last = static_cast<size_t>(std::lround(contact.endSeconds / path.stepSeconds));
            KeptPlace place{contact};
            for (size_t i = first; i <= last; ++i)
                place.shift += shifts[i] / static_cast<double>(last - first + 1);
            places.push_back(place);
            weights.push_back(static_cast<double>(last - first + 1));
        }
        const bool isLoop =
            glm::length(path.positions.front() - path.positions.back()) < kSamePlace * height && !places.empty();
        if (isLoop) joinEnds(weights, path.stepSeconds, places);
    }

    /// A loop's contact over the seam is one, and contacts fade over the seam.
    void joinEnds(const std::vector<double>& weights, double stepSeconds, std::vector<KeptPlace>& places) const {
        const double duration = clip_.durationSeconds;
        KeptPlace &first = places.front(), &last = places.back();
        if (places.size() > 1 && first.when.startSeconds <= 0.0 && last.when.endSeconds >= duration - 0.5 * stepSeconds)
            first.shift = last.shift =
                glm::mix(first.shift, last.shift, weights.back() / (weights.front() + weights.back()));
        KeptPlace before = last, after = first;
        before.when = {last.when.startSeconds - duration, last.when.endSeconds - duration};
        after.when = {first.when.startSeconds + duration, first.when.endSeconds + duration};
        places.insert(places.begin(), before);
        places.push_back(after);
    }

    /// How far the end of a limb moves from its place in pose_.
    glm::dvec3 offsetOf(size_t limb, double seconds) const {
        if (kept_[limb].empty()) return glm::dvec3(0.0);
        const glm::dvec3 now = placeOf(limb) - scaledPlace(limb);
        glm::dvec3 offset(0.0);
        double sum = 0.0;
        for (const KeptPlace& place : kept_[limb]) {
            const double away = std::max({place.when.startSeconds - seconds, seconds - place.when.endSeconds, 0.0});
            const double weight = 1.0 - smooth(away / kFadeSeconds);
            if (away == 0.0) return place.shift - now;
            offset += weight * (place.shift - now);
            sum += weight;
        }
        return offset / std::max(sum, 1.0);
    }

    const FigureTransfer& figure_;
    const Model& source_;
    const AnimationClip& clip_;
    SampleCursor cursor_;
    LocalPose local_;
    std::vector<glm::mat4> sourceWorld_;
    LocalPose pose_;
    std::vector<glm::mat4> world_;
    std::vector<std::vector<KeptPlace>> kept_;  // by limb, in order of time
};

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
        for (const FigureTransfer::Joint& joint : figure_.joints())
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
        for (const FigureTransfer::Joint& joint : figure_.joints())
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
        const float most = kMostShift * static_cast<float>(figure_.sourceHeight() * figure_.scale());
        for (size_t i = 0; i < inner.joints.size(); ++i) {
            const Transform &a = before.joints[i], &b = after.joints[i], &m = inner.joints[i];
            const glm::quat turn = between(a.rotation, b.rotation, ratio);
            // sin(angle / 2), exact for small angles.
            const glm::quat apart = turn * glm::conjugate(m.rotation);
            if (2.0f * glm::length(glm::vec3(apart.x, apart.y, apart.z)) > kMostTurn) return false;
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

/// Leaves one key of a constant track.
template <typename Value>
void reduce(Track<Value>& track) {
    const auto differs = [&](const Value& value) { return value != track.values.front(); };
    if (track.empty() || std::ranges::any_of(track.values, differs)) return;
    track.times.erase(track.times.begin() + 1, track.times.end());
    track.values.erase(track.values.begin() + 1, track.values.end());
}

/// The channels of the joints, and of the other nodes whose common pose is not their rest pose.
std::vector<Channel> channelsOf(const FigureTransfer& figure, const Model& model, const std::vector<JointKey>& keys) {
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
        reduce(channel.rotation);
        reduce(channel.translation);
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

}  // namespace

BoundClips retargetClips(const Model& model, const Model& source, const BoneMap& map, const RetargetOptions& options) {
    BoundClips result;
    if (map.pairs.empty()) return result;
    const FigureTransfer figure(model, source, map, options.pose);
    result.sizeRatio = result.unitRatio = static_cast<float>(figure.scale());
    std::vector<bool> isMapped(source.hierarchy.size(), false);
    for (const BonePair& pair : map.pairs)
        isMapped[pair.source] = true;
    const MorphMatches morphs = matchMorphs(source, model, matchNodes(source.hierarchy, model));
    for (const AnimationClip& clip : source.clips) {
        ClipTransfer transfer(figure, model, source, clip, options);
        const KeySampler sampler(figure, source, clip, transfer);
        AnimationClip moved{.name = clip.name,
                            .durationSeconds = clip.durationSeconds,
                            .channels = channelsOf(figure, model, sampler.keys()),
                            .authoredFrameSeconds = frameSeconds(clip)};
        const std::vector<WholeChannel> channels = wholeChannels(source.hierarchy, clip);
        size_t matched = static_cast<size_t>(
            std::ranges::count_if(channels, [&](const WholeChannel& whole) { return isMapped[whole.node]; }));
        for (const MorphChannel& morph : clip.morphs) {
            matched += !morphs.at(morph.weight).empty();
            for (const uint32_t place : morphs.at(morph.weight))
                moved.morphs.push_back({place, morph.track});
        }
        const size_t all = channels.size() + clip.morphs.size();
        result.channels += all;
        result.matched += matched;
        result.unmatched.push_back(all - matched);
        result.clips.push_back(std::move(moved));
    }
    return result;
}

}  // namespace sinew
