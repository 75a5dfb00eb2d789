#include "import/collada/motion.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>
#include <glm/common.hpp>

#include "animation/clip/sample.h"
#include "base/text.h"
#include "import/build/clip_names.h"
#include "import/build/keys.h"
#include "model/outer_nodes.h"

namespace sinew::collada {
namespace {

/// Order of translation, rotation and scale; -1 for other elements.
int rankOf(TransformKind kind) {
    if (kind == TransformKind::translate) return 0;
    if (kind == TransformKind::rotate) return 1;
    return kind == TransformKind::scale ? 2 : -1;
}

glm::dvec3 vectorFrom(const std::array<double, 16>& numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

/// The transform elements of one node over time, each with its own channels, multiplied in the file's order. Segment i
/// goes from times()[i] to times()[i + 1].
class NodeMotion {
  public:
    /// `channels` all move that node, and their samplers have keys.
    NodeMotion(Node node, std::span<const NodeChannel> channels);

    /// The key times of all channels.
    const std::vector<double>& times() const { return times_; }

    /// True when the elements are translations, then rotations, then scales, so that each part is a product of its own;
    /// otherwise parts come from decomposing the whole matrix, which loses shear.
    bool isOrdered() const { return ordered_; }

    glm::dmat4 matrixAt(size_t segment, double time) const {
        glm::dmat4 product(1.0);
        for (const Element& element : elements_)
            product = product * matrixOf(element.kind, numbersAt(element, segment, time));
        return product;
    }

    glm::dvec3 translationAt(size_t segment, double time) const {
        if (!ordered_) return glm::dvec3(matrixAt(segment, time)[3]);
        return combined(TransformKind::translate, segment, time, glm::dvec3(0.0),
                        [](const auto& sum, const auto& numbers) { return sum + vectorFrom(numbers); });
    }

    glm::dquat rotationAt(size_t segment, double time) const {
        if (!ordered_) return glm::dquat(transformFrom(glm::mat4(matrixAt(segment, time))).rotation);
        return combined(TransformKind::rotate, segment, time, glm::dquat(1.0, 0.0, 0.0, 0.0),
                        [](const auto& product, const auto& numbers) { return product * rotationOf(numbers); });
    }

    glm::dvec3 scaleAt(size_t segment, double time) const {
        if (!ordered_) return glm::dvec3(transformFrom(glm::mat4(matrixAt(segment, time))).scale);
        return combined(TransformKind::scale, segment, time, glm::dvec3(1.0),
                        [](const auto& product, const auto& numbers) { return product * vectorFrom(numbers); });
    }

  private:
    struct Element {
        TransformKind kind;
        std::array<double, 16> numbers{};
        std::vector<size_t> channels;
    };
    struct ElementChannel {
        const Sampler* sampler;
        size_t first, count;            ///< the numbers of the element that it sets
        std::vector<int32_t> segments;  ///< the sampler's segment for each of ours
    };
    std::array<double, 16> numbersAt(const Element& element, size_t segment, double time) const;

    /// Combines `value` with the numbers of each element of that kind.
    template <typename Value, typename Combine>
    Value combined(TransformKind kind, size_t segment, double time, Value value, const Combine& combine) const {
        for (const Element& element : elements_)
            if (element.kind == kind) value = combine(value, numbersAt(element, segment, time));
        return value;
    }

    std::vector<Element> elements_;
    std::vector<ElementChannel> channels_;
    std::vector<double> times_;
    bool ordered_ = true;
};

NodeMotion::NodeMotion(Node node, std::span<const NodeChannel> channels) {
    std::vector<Node> sources;
    int rank = 0;
    for (const Node child : node.children()) {
        const auto kind = transformKind(child.name());
        if (!kind) continue;
        Element element{.kind = *kind, .numbers = {}, .channels = {}};
        const std::vector<double> numbers = numbersIn(child.text().get());
        std::copy_n(numbers.begin(), std::min(numbers.size(), numberCount(*kind)), element.numbers.begin());
        ordered_ = ordered_ && rankOf(*kind) >= rank;
        rank = rankOf(*kind);
        sources.push_back(child);
        elements_.push_back(std::move(element));
    }
    for (const NodeChannel& channel : channels) {
        const auto found = std::ranges::find(sources, channel.target.element);
        if (found == sources.end()) continue;
        channel.sampler->load();
        if (channel.sampler->times().empty()) continue;
        Element& element = elements_[static_cast<size_t>(found - sources.begin())];
        ElementChannel added{.sampler = channel.sampler, .first = 0, .count = 1, .segments = {}};
        if (channel.target.member)
            added.first = *channel.target.member;
        else if (element.kind == TransformKind::rotate && channel.sampler->width() == 1)
            added.first = 3;  // the angle
        else
            added.count = std::min(channel.sampler->width(), numberCount(element.kind));
        element.channels.push_back(channels_.size());
        channels_.push_back(std::move(added));
        times_.insert(times_.end(), channel.sampler->times().begin(), channel.sampler->times().end());
    }
    std::sort(times_.begin(), times_.end());
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    for (ElementChannel& channel : channels_)
        for (const double time : times_)
            channel.segments.push_back(channel.sampler->segmentAt(time));
}

std::array<double, 16> NodeMotion::numbersAt(const Element& element, size_t segment, double time) const {
    std::array<double, 16> numbers = element.numbers;
    for (const size_t index : element.channels) {
        const ElementChannel& channel = channels_[index];
        for (size_t i = 0; i < channel.count; ++i)
            numbers[channel.first + i] = channel.sampler->at(channel.segments[segment], i, time);
    }
    return numbers;
}

template <typename Value>
void collapse(Track<Value>& track) {
    if (track.size() < 2 || std::ranges::count(track.values, track.values.front()) != std::ssize(track.values)) return;
    track = Track<Value>{{track.times.front()}, {track.values.front()}};
}

template <typename Value>
Value valueAt(const Track<Value>& track, double time) {
    const auto after = std::upper_bound(track.times.begin(), track.times.end(), time);
    if (after == track.times.begin()) return track.values.front();
    if (after == track.times.end()) return track.values.back();
    const auto key = static_cast<size_t>(after - track.times.begin());
    const double ratio = (time - track.times[key - 1]) / (track.times[key] - track.times[key - 1]);
    return between(track.values[key - 1], track.values[key], static_cast<float>(ratio));
}

/// Cuts a track to [start, end] and moves it to begin at 0.
template <typename Value>
void crop(Track<Value>& track, double start, double end) {
    if (track.size() < 2) return;
    Track<Value> part{{0.0}, {valueAt(track, start)}};
    for (size_t i = 0; i < track.size(); ++i) {
        if (track.times[i] <= start || track.times[i] >= end) continue;
        part.times.push_back(track.times[i] - start);
        part.values.push_back(track.values[i]);
    }
    part.times.push_back(end - start);
    part.values.push_back(valueAt(track, end));
    track = std::move(part);
}

struct TimeRange {
    double first = std::numeric_limits<double>::max(), last = std::numeric_limits<double>::lowest();

    void include(const std::vector<double>& times) {
        if (times.empty()) return;
        first = std::min(first, times.front());
        last = std::max(last, times.back());
    }
};

/// Cuts a clip to its part of a longer timeline. Where the keys span no more than that part, nothing is cut: exporters
/// write bounds that are a frame off.
void crop(const ChannelGroup& group, AnimationClip& clip) {
    constexpr double kRounding = 1e-3;
    const double start = group.startSeconds, end = group.endSeconds;
    if (!(end > start)) return;
    TimeRange keys{end, start};
    for (const NodeChannel& channel : group.channels)
        keys.include(channel.sampler->times());
    for (const WeightChannel& channel : group.weights)
        keys.include(channel.sampler->times());
    if (keys.last - keys.first <= end - start + kRounding) return;
    forEachTrack(clip, [&](auto& track) { crop(track, start, end); });
    clip.durationSeconds = end - start;
}

/// True for whole matrices with linear keys, of which only the poses at the keys are meant.
bool isPlainMatrices(std::span<const NodeChannel> channels) {
    return std::ranges::all_of(channels, [](const NodeChannel& channel) {
        return !channel.target.member && std::string_view(channel.target.element.name()) == "matrix" &&
               channel.sampler->width() == 16 &&
               channel.sampler->interpolations() == Interpolations{Interpolation::linear};
    });
}

bool movesWithShear(const NodeMotion& motion) {
    for (size_t i = 0; i < motion.times().size(); ++i)
        if (hasShear(glm::mat4(motion.matrixAt(i, motion.times()[i])))) return true;
    return false;
}

}  // namespace

std::vector<Movement> Motion::shownMovements() {
    std::vector<Movement> parts;
    for (const ChannelGroup& group : groups_.all()) {
        Movement part{.group = group};
        std::erase_if(part.group.channels, [&](const auto& channel) { return nodes_.of(channel.target.node).empty(); });
        std::erase_if(part.group.weights,
                      [&](const auto& channel) { return !morphs_ || !morphs_->shows(channel.target.morph); });
        const auto see = [&](Sampler& sampler, const auto& element) {
            sampler.load();
            if (!sampler.times().empty()) part.lastSeconds = std::max(part.lastSeconds, sampler.times().back());
            if (const auto& mismatch = sampler.mismatch(); mismatch && named_.insert(&sampler).second)
                findings_.push_back({"keys-mismatched", Severity::error, labelOf(element),
                                     fmt::format("has {} times of keys and {} values; what has not both is ignored",
                                                 mismatch->first, mismatch->second)});
        };
        for (const NodeChannel& channel : part.group.channels)
            part.nodes.insert(channel.target.node.hash_value()), see(*channel.sampler, channel.target.node);
        for (const WeightChannel& channel : part.group.weights)
            part.weights.emplace(channel.target.morph.hash_value(), channel.target.member.value_or(0)),
                see(*channel.sampler, channel.target.morph);
        if (!part.nodes.empty() || !part.weights.empty()) parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<AnimationClip> Motion::read(const NodeHierarchy& hierarchy, const std::vector<bool>& isBone,
                                        ImportReport& report) {
    std::vector<Movement> parts = shownMovements();
    const auto firstOther = std::ranges::find(parts, false, [](const Movement& part) { return part.group.isClip; });
    std::vector<Movement> others;
    std::move(firstOther, parts.end(), std::back_inserter(others));
    parts.erase(firstOther, parts.end());
    joinMovements(others);
    std::ranges::move(others, std::back_inserter(parts));
    std::vector<AnimationClip> clips;
    std::vector<std::string> names, given;
    std::vector<bool> moved = isBone;
    for (const Movement& part : parts) {
        Interpolations interpolations;
        AnimationClip clip = play(part, interpolations);
        if (clip.channels.empty() && clip.morphs.empty()) continue;
        freeOuterNodes(hierarchy, clips.emplace_back(std::move(clip)));
        report.clips.emplace_back().interpolations = namesOf(interpolations);
        for (const Channel& channel : clips.back().channels)
            moved[channel.node] = true;
        names.push_back(part.isJoined ? std::string() : utf8From(part.group.name));
        const std::string& name = names.back();
        if (name.substr(name.rfind('_') + 1) != "animation") given.push_back(name);  // what has no name is called so
    }
    reportDuplicateNames(given, findings_);
    names = readableClipNames(names, ownersOf(hierarchy, moved, isBone));
    for (size_t i = 0; i < clips.size(); ++i)
        clips[i].name = names[i];
    return clips;
}

AnimationClip Motion::play(const Movement& part, Interpolations& interpolations) {
    AnimationClip clip;
    std::map<uint32_t, std::vector<NodeChannel>> byNode;  // by the first node of an element
    const auto see = [&](const Sampler& sampler) {
        interpolations.insert(sampler.interpolations().begin(), sampler.interpolations().end());
    };
    for (const NodeChannel& channel : part.group.channels)
        byNode[nodes_.of(channel.target.node).front()].push_back(channel), see(*channel.sampler);
    for (const auto& [node, channels] : byNode) {
        const Node element = channels.front().target.node;
        std::optional<Channel> channel = channelFor(element, channels, clip);
        for (const uint32_t own : nodes_.of(element))
            if (channel) {
                channel->node = own;
                clip.channels.push_back(*channel);
            }
    }
    std::ranges::sort(clip.channels, {}, &Channel::node);
    for (const WeightChannel& channel : part.group.weights)
        see(*channel.sampler);
    if (morphs_) morphs_->addTo(part.group.weights, budget_, clip);
    clip.durationSeconds = part.lastSeconds;
    crop(part.group, clip);
    clip.durationSeconds = std::max(clip.durationSeconds, lastKeySeconds(clip));
    return clip;
}

std::optional<Channel> Motion::channelFor(Node element, std::span<const NodeChannel> channels, AnimationClip& clip) {
    const NodeMotion motion(element, channels);
    if (motion.times().empty()) return std::nullopt;
    Channel channel;
    if (isPlainMatrices(channels)) {
        channel.translation.times = channel.rotation.times = channel.scale.times = motion.times();
        for (size_t key = 0; key < motion.times().size(); ++key) {
            const Transform transform = transformFrom(glm::mat4(motion.matrixAt(key, motion.times()[key])));
            channel.translation.values.push_back(transform.translation);
            channel.rotation.values.push_back(transform.rotation);
            channel.scale.values.push_back(transform.scale);
        }
        return channel;
    }
    if (!motion.isOrdered() && movesWithShear(motion))
        findings_.push_back({"shear-lost", Severity::warning, utf8From(element.attribute("id").value()),
                             "is animated with shear, which is not supported"});
    channel.translation = bake(
        Curve<glm::dvec3>{motion.times(), [&](size_t i, double t) { return motion.translationAt(i, t); }}, budget_);
    channel.rotation =
        bake(Curve<glm::dquat>{motion.times(), [&](size_t i, double t) { return motion.rotationAt(i, t); }}, budget_);
    channel.scale =
        bake(Curve<glm::dvec3>{motion.times(), [&](size_t i, double t) { return motion.scaleAt(i, t); }}, budget_);
    collapse(channel.translation), collapse(channel.rotation), collapse(channel.scale);
    noteFrame(clip, channels.front().sampler->times());
    return channel;
}

}  // namespace sinew::collada
