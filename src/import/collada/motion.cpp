#include "import/collada/motion.h"

#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <glm/common.hpp>

#include "animation/clip/sample.h"
#include "import/assimp/convert.h"

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
/// write bounds that are a frame off. More than that is a finding.
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

bool isSameTime(double a, double b) {
    return std::abs(a - b) <= 1e-4 * std::max(1.0, std::abs(a));
}

bool sameTimes(const aiAnimation& animation, const aiNodeAnim& channel, const ChannelGroup& group, Node element) {
    if (channel.mNumPositionKeys == 0) return false;
    TimeRange keys;
    for (const NodeChannel& own : group.channels)
        if (own.target.node == element) keys.include(own.sampler->times());
    const double ticks = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : 1.0;
    return isSameTime(keys.first, channel.mPositionKeys[0].mTime / ticks) &&
           isSameTime(keys.last, channel.mPositionKeys[channel.mNumPositionKeys - 1].mTime / ticks);
}

/// True for whole matrices with linear keys, which assimp reads correctly.
bool isPlainMatrices(const std::vector<NodeChannel>& channels) {
    return std::ranges::all_of(channels, [](const NodeChannel& channel) {
        return !channel.target.member && std::string_view(channel.target.element.name()) == "matrix" &&
               channel.sampler->width() == 16 &&
               channel.sampler->interpolations() == Interpolations{Interpolation::linear};
    });
}

void setChannels(Channel channel, const std::vector<uint32_t>& nodes, AnimationClip& clip) {
    for (const uint32_t node : nodes) {
        channel.node = node;
        channelOf(clip, node) = channel;
    }
}

bool movesWithShear(const NodeMotion& motion) {
    for (size_t i = 0; i < motion.times().size(); ++i)
        if (hasShear(glm::mat4(motion.matrixAt(i, motion.times()[i])))) return true;
    return false;
}

bool hasChannel(const AnimationClip& clip, uint32_t node) {
    return std::ranges::find(clip.channels, node, &Channel::node) != clip.channels.end();
}

}  // namespace

void Motion::replace(const ClipSource& source, AnimationClip& clip, Interpolations& interpolations) {
    if (!source.animation) return playUnread(clip, interpolations);
    std::set<size_t> played;
    for (const auto& [channel, node] : source.channels) {
        if (const auto group = groupOf(*source.animation, *channel, nodes_.elements[node]))
            played.insert(*group);
        else if (groups_.hasMatrices())
            throw ShortcutFailed{};
    }
    if (groups_.hasMatrices()) clip.durationSeconds = 0.0;  // assimp rounds to float; the keys are exact
    for (const size_t group : played) {
        play(groups_.all()[group].channels, clip, interpolations);
        if (played_.insert(group).second) playWeights(groups_.all()[group], clip, interpolations);
    }
    if (played.size() == 1) crop(groups_.all()[*played.begin()], clip);
    if (played.empty() && !source.channels.empty()) interpolations.insert(Interpolation::unknown);
}

/// The group of which assimp made a channel. Where several move the node, the best match by name, then by key times,
/// then the first that is not in a clip yet.
std::optional<size_t> Motion::groupOf(const aiAnimation& animation, const aiNodeAnim& channel, Node element) {
    std::optional<size_t> best;
    int bestScore = -1;
    const std::vector<size_t> candidates = element ? groups_.moving(element) : std::vector<size_t>{};
    if (candidates.size() == 1) return candidates.front();
    for (const size_t candidate : candidates) {
        const ChannelGroup& group = groups_.all()[candidate];
        const int score = 4 * viewOf(animation.mName).ends_with(group.name) +
                          2 * sameTimes(animation, channel, group, element) +
                          !taken_.contains({candidate, element.hash_value()});
        if (score > bestScore) best = candidate, bestScore = score;
    }
    if (best) taken_.emplace(*best, element.hash_value());
    return best;
}

void Motion::playWeights(const ChannelGroup& group, AnimationClip& clip, Interpolations& interpolations) {
    if (!morphs_) return;
    morphs_->addTo(group.weights, budget_, clip);
    for (const WeightChannel& channel : group.weights)
        interpolations.insert(channel.sampler->interpolations().begin(), channel.sampler->interpolations().end());
}

/// assimp ignores animations that move no node. Those that move different weights become one clip.
void Motion::playUnread(AnimationClip& clip, Interpolations& interpolations) {
    std::set<std::pair<size_t, size_t>> moved;  // morph and number
    for (size_t g = 0; g < groups_.all().size(); ++g) {
        const ChannelGroup& group = groups_.all()[g];
        if (group.weights.empty() || played_.contains(g)) continue;
        std::set<std::pair<size_t, size_t>> own;
        for (const WeightChannel& channel : group.weights)
            own.emplace(channel.target.morph.hash_value(), channel.target.member.value_or(0));
        const bool isClip = group.endSeconds > group.startSeconds;
        const bool overlaps = std::any_of(own.begin(), own.end(), [&](const auto& one) { return moved.contains(one); });
        if (!moved.empty() && (isClip || overlaps)) continue;
        played_.insert(g);
        playWeights(group, clip, interpolations);
        if (clip.morphs.empty()) continue;  // the morph is not shown
        clip.name = moved.empty() ? group.name : std::string();
        moved.insert(own.begin(), own.end());
        if (isClip) return crop(group, clip);
    }
}

void Motion::play(const std::vector<NodeChannel>& channels, AnimationClip& clip, Interpolations& interpolations) {
    std::map<size_t, std::vector<NodeChannel>> byNode;
    for (const NodeChannel& channel : channels) {
        byNode[channel.target.node.hash_value()].push_back(channel);
        interpolations.insert(channel.sampler->interpolations().begin(), channel.sampler->interpolations().end());
    }
    for (const auto& [hash, own] : byNode) {
        const Node element = own.front().target.node;
        const std::vector<uint32_t> moved = nodes_.of(element);
        if (moved.empty() ||
            (!groups_.hasMatrices() && isPlainMatrices(own) && moved.size() == 1 && hasChannel(clip, moved.front())))
            continue;
        if (const Channel* keys = groups_.matrices(own.front().sampler)) {
            if (own.size() > 1) throw ShortcutFailed{};
            setChannels(*keys, moved, clip);
        } else {
            bakeNode(element, own, moved, clip);
        }
    }
}

void Motion::bakeNode(Node element, const std::vector<NodeChannel>& channels, const std::vector<uint32_t>& moved,
                      AnimationClip& clip) {
    const NodeMotion motion(element, channels);
    if (motion.times().empty()) return;
    if (!motion.isOrdered() && movesWithShear(motion))
        findings_.push_back({"shear-lost", Severity::warning, utf8From(element.attribute("id").value()),
                             "is animated with shear, which is not supported"});
    Channel baked;
    baked.translation = bake(
        Curve<glm::dvec3>{motion.times(), [&](size_t i, double t) { return motion.translationAt(i, t); }}, budget_);
    baked.rotation =
        bake(Curve<glm::dquat>{motion.times(), [&](size_t i, double t) { return motion.rotationAt(i, t); }}, budget_);
    baked.scale =
        bake(Curve<glm::dvec3>{motion.times(), [&](size_t i, double t) { return motion.scaleAt(i, t); }}, budget_);
    collapse(baked.translation), collapse(baked.rotation), collapse(baked.scale);
    noteFrame(clip, channels.front().sampler->times());
    setChannels(std::move(baked), moved, clip);
}

}  // namespace sinew::collada
