#include "import/collada_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "animation/transform.h"
#include "import/collada_node_motion.h"
#include "import/convert.h"

namespace sinew {
namespace {

using Node = pugi::xml_node;

template <typename Value>
void collapse(Track<Value>& track) {
    if (track.size() < 2 || std::any_of(track.values.begin(), track.values.end(),
                                        [&](const Value& value) { return value != track.values.front(); }))
        return;
    track = Track<Value>{{track.times.front()}, {track.values.front()}};
}

float between(float a, float b, float ratio) {
    return a + (b - a) * ratio;
}
glm::vec3 between(const glm::vec3& a, const glm::vec3& b, float ratio) {
    return glm::mix(a, b, ratio);
}
glm::quat between(const glm::quat& a, const glm::quat& b, float ratio) {
    return glm::slerp(a, b, ratio);
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

/// The part of a track from `start` to `end`, which then begins at 0.
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

/// A clip that plays a part of a long timeline. One whose keys last no longer is left as it
/// stands: exporters write bounds that are a frame off.
void crop(const ColladaGroup& group, AnimationClip& clip) {
    constexpr double kRounding = 1e-3;
    const double start = group.startSeconds, end = group.endSeconds;
    if (!(end > start)) return;
    double first = end, last = start;
    for (const ColladaChannel& channel : group.channels) {
        first = std::min(first, channel.sampler->times().front());
        last = std::max(last, channel.sampler->times().back());
    }
    for (const ColladaWeightChannel& channel : group.weights) {
        if (channel.sampler->times().empty()) continue;
        first = std::min(first, channel.sampler->times().front());
        last = std::max(last, channel.sampler->times().back());
    }
    if (last - first <= end - start + kRounding) return;
    for (Channel& channel : clip.channels) {
        crop(channel.translation, start, end);
        crop(channel.rotation, start, end);
        crop(channel.scale, start, end);
    }
    for (MorphChannel& morph : clip.morphs)
        crop(morph.track, start, end);
    clip.durationSeconds = end - start;
}

bool sameMoment(double a, double b) {
    return std::abs(a - b) <= 1e-4 * std::max(1.0, std::abs(a));
}

class ColladaMotion {
  public:
    ColladaMotion(std::shared_ptr<const ColladaGroups> groups, std::shared_ptr<const ColladaNodes> nodes,
                  const ColladaMorphs* morphs, std::vector<Finding>& findings)
        : groups_(std::move(groups)), nodes_(std::move(nodes)), morphs_(morphs), findings_(findings) {}

    void refine(const ClipSource& source, AnimationClip& clip, std::set<Interpolation>& interpolations) {
        if (!source.animation) return playUnread(clip, interpolations);
        std::set<size_t> played;
        for (const auto& [channel, node] : source.channels) {
            if (const auto group = groupOf(*source.animation, *channel, nodes_->elements[node]))
                played.insert(*group);
            else if (groups_->hasMatrices())
                throw LostKeys{};
        }
        if (groups_->hasMatrices()) clip.durationSeconds = 0.0;  // in floats, where the keys are exact
        for (const size_t group : played) {
            play(groups_->all()[group].channels, clip, interpolations);
            if (played_.insert(group).second) playWeights(groups_->all()[group], clip, interpolations);
        }
        if (played.size() == 1) crop(groups_->all()[*played.begin()], clip);
        if (played.empty() && !source.channels.empty()) interpolations.insert(Interpolation::unknown);
    }

  private:
    /// The group that a channel of assimp's was made of. Where several move the node: by name, then by the times of the
    /// keys, then the first that no clip has had.
    std::optional<size_t> groupOf(const aiAnimation& animation, const aiNodeAnim& channel, Node element) {
        std::optional<size_t> best;
        int bestScore = -1;
        const std::vector<size_t> candidates = element ? groups_->moving(element) : std::vector<size_t>{};
        if (candidates.size() == 1) return candidates.front();
        for (const size_t candidate : candidates) {
            const ColladaGroup& group = groups_->all()[candidate];
            const int score = 4 * viewOf(animation.mName).ends_with(group.name) +
                              2 * sameTimes(animation, channel, group, element) +
                              !taken_.contains({candidate, element.hash_value()});
            if (score > bestScore) best = candidate, bestScore = score;
        }
        if (best) taken_.emplace(*best, element.hash_value());
        return best;
    }

    void playWeights(const ColladaGroup& group, AnimationClip& clip, std::set<Interpolation>& interpolations) {
        if (!morphs_) return;
        morphs_->play(group.weights, budget_, clip);
        for (const ColladaWeightChannel& channel : group.weights)
            interpolations.insert(channel.sampler->interpolations().begin(), channel.sampler->interpolations().end());
    }

    /// assimp makes nothing of animations that move no node. Those that move other weights are one clip.
    void playUnread(AnimationClip& clip, std::set<Interpolation>& interpolations) {
        std::set<std::pair<size_t, size_t>> moved;  // morph and number
        for (size_t g = 0; g < groups_->all().size(); ++g) {
            const ColladaGroup& group = groups_->all()[g];
            if (group.weights.empty() || played_.contains(g)) continue;
            std::set<std::pair<size_t, size_t>> own;
            for (const ColladaWeightChannel& channel : group.weights)
                own.emplace(channel.target.morph.hash_value(), channel.target.member.value_or(0));
            const bool isClip = group.endSeconds > group.startSeconds;
            const bool meets =
                std::any_of(own.begin(), own.end(), [&](const auto& one) { return moved.contains(one); });
            if (!moved.empty() && (isClip || meets)) continue;
            played_.insert(g);
            playWeights(group, clip, interpolations);
            if (clip.morphs.empty()) continue;  // of a morph that is not shown
            clip.name = moved.empty() ? group.name : std::string();
            moved.insert(own.begin(), own.end());
            if (isClip) return crop(group, clip);
        }
    }

    static bool sameTimes(const aiAnimation& animation, const aiNodeAnim& channel, const ColladaGroup& group,
                          Node element) {
        if (channel.mNumPositionKeys == 0) return false;
        double first = std::numeric_limits<double>::max(), last = std::numeric_limits<double>::lowest();
        for (const ColladaChannel& own : group.channels) {
            if (own.target.node != element) continue;
            first = std::min(first, own.sampler->times().front());
            last = std::max(last, own.sampler->times().back());
        }
        const double ticks = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : 1.0;
        return sameMoment(first, channel.mPositionKeys[0].mTime / ticks) &&
               sameMoment(last, channel.mPositionKeys[channel.mNumPositionKeys - 1].mTime / ticks);
    }

    void play(const std::vector<ColladaChannel>& channels, AnimationClip& clip,
              std::set<Interpolation>& interpolations) {
        std::map<size_t, std::vector<ColladaChannel>> byNode;
        for (const ColladaChannel& channel : channels) {
            byNode[channel.target.node.hash_value()].push_back(channel);
            interpolations.insert(channel.sampler->interpolations().begin(), channel.sampler->interpolations().end());
        }
        for (const auto& [hash, own] : byNode) {
            const Node element = own.front().target.node;
            const std::vector<uint32_t> moved = nodes_->of(element);
            if (moved.empty() ||
                (!groups_->hasMatrices() && isReadRight(own) && moved.size() == 1 && isMoved(clip, moved.front())))
                continue;
            if (const MatrixKeys* keys = groups_->matrices(own.front().sampler))
                takeMatrices(*keys, own, moved, clip);
            else
                bakeNode(element, own, moved, clip);
        }
    }

    /// What assimp was not shown.
    static void takeMatrices(const MatrixKeys& keys, const std::vector<ColladaChannel>& channels,
                             const std::vector<uint32_t>& moved, AnimationClip& clip) {
        if (channels.size() > 1) throw LostKeys{};
        for (const uint32_t node : moved) {
            Channel& channel = channelOf(clip, node);
            channel.translation = keys.translation;
            channel.rotation = keys.rotation;
            channel.scale = keys.scale;
        }
    }

    /// Whole matrices in straight lines: no other meaning than assimp's is better.
    static bool isReadRight(const std::vector<ColladaChannel>& channels) {
        return std::all_of(channels.begin(), channels.end(), [](const ColladaChannel& channel) {
            return !channel.target.member && std::string_view(channel.target.element.name()) == "matrix" &&
                   channel.sampler->width() == 16 &&
                   channel.sampler->interpolations() == std::set<Interpolation>{Interpolation::linear};
        });
    }

    static bool isMoved(const AnimationClip& clip, uint32_t node) {
        return std::any_of(clip.channels.begin(), clip.channels.end(),
                           [node](const Channel& channel) { return channel.node == node; });
    }

    void bakeNode(Node element, const std::vector<ColladaChannel>& channels, const std::vector<uint32_t>& moved,
                  AnimationClip& clip) {
        const ColladaNodeMotion motion(element, channels);
        if (motion.times().empty()) return;
        if (!motion.isOrdered()) reportShear(motion, element);
        Channel baked;
        baked.translation = bake(
            Curve<glm::dvec3>{motion.times(), [&](size_t i, double t) { return motion.translationAt(i, t); }}, budget_);
        baked.rotation = bake(
            Curve<glm::dquat>{motion.times(), [&](size_t i, double t) { return motion.rotationAt(i, t); }}, budget_);
        baked.scale =
            bake(Curve<glm::dvec3>{motion.times(), [&](size_t i, double t) { return motion.scaleAt(i, t); }}, budget_);
        collapse(baked.translation), collapse(baked.rotation), collapse(baked.scale);
        clip.authoredFrameSeconds = shorter(clip.authoredFrameSeconds, channels.front().sampler->times());
        for (const uint32_t node : moved) {
            baked.node = node;
            channelOf(clip, node) = baked;
        }
    }

    void reportShear(const ColladaNodeMotion& motion, Node element) {
        for (size_t i = 0; i < motion.times().size(); ++i) {
            if (!hasShear(glm::mat4(motion.matrixAt(i, motion.times()[i])), 1e-3f)) continue;
            findings_.push_back({"shear-lost", Severity::warning, utf8From(element.attribute("id").value()),
                                 "moves with shear, which is not played"});
            return;
        }
    }

    std::shared_ptr<const ColladaGroups> groups_;
    std::shared_ptr<const ColladaNodes> nodes_;
    const ColladaMorphs* morphs_;
    std::vector<Finding>& findings_;
    std::set<std::pair<size_t, size_t>> taken_;
    std::set<size_t> played_;  ///< groups whose weights a clip has
    KeyBudget budget_;
};

}  // namespace

AuthoredMotion colladaMotion(std::shared_ptr<const ColladaGroups> groups, std::shared_ptr<const ColladaNodes> nodes,
                             const ColladaMorphs* morphs, std::vector<Finding>& findings) {
    const auto motion = std::make_shared<ColladaMotion>(std::move(groups), std::move(nodes), morphs, findings);
    return [motion](const ClipSource& source, AnimationClip& clip, std::set<Interpolation>& interpolations) {
        motion->refine(source, clip, interpolations);
    };
}

}  // namespace sinew
