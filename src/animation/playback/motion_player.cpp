#include "animation/playback/motion_player.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "animation/playback/blend_space.h"

namespace sinew {

MotionPlayer::MotionPlayer(GraphMotion motion, Repeat repeat, double speed, PlaybackContext& context)
    : motion_(std::move(motion)),
      context_(context),
      repeat_(repeat),
      speed_(speed),
      weights_(motion_.clips.size(), 0.0f) {
    assert(!motion_.clips.empty());
    for (const GraphClip& clip : motion_.clips) {
        readers_.emplace_back(context, clip.clip);
        synced_.push_back({context.clips[clip.clip].durationSeconds,
                           repeat == Repeat::loop ? clip.contactSeconds.value_or(0.0) : 0.0});
        positionsOnLine_.push_back(clip.position.x);
        positionsInPlane_.push_back(clip.position);
    }
    context.reserveClips(motion_.clips.size());
}

void MotionPlayer::setWeights(std::span<const double> parameters) {
    if (motion_.x && motion_.y) {
        const glm::dvec2 at(parameters[*motion_.x], parameters[*motion_.y]);
        weightsInPlane(positionsInPlane_, glm::vec2(at), weights_);
    } else if (motion_.x) {
        weightsOnLine(positionsOnLine_, static_cast<float>(parameters[*motion_.x]), weights_);
    } else {
        weights_.front() = 1.0f;
    }
}

void MotionPlayer::start(std::span<const double> parameters) {
    setWeights(parameters);
    cycles_ = cyclesBefore_ = startCycles_ = 0.0;
    justStarted_ = true;
}

void MotionPlayer::startSynced(std::span<const double> parameters, const MotionPlayer& with) {
    setWeights(parameters);
    cycles_ = cyclesBefore_ = startCycles_ = with.phase();
    // An event at exactly this phase has fired already, unless the other motion has not moved yet.
    justStarted_ = with.justStarted_ && with.cyclesBefore_ == with.cycles_;
}

double MotionPlayer::cycleSeconds(std::span<const double> parameters) {
    setWeights(parameters);
    return cycleSeconds() / speed_;
}

void MotionPlayer::advance(double seconds, std::span<const double> parameters) {
    setWeights(parameters);
    justStarted_ &= !(cyclesBefore_ < cycles_);
    cyclesBefore_ = cycles_;
    const double cycle = cycleSeconds();
    cycles_ = cycle > 0.0 ? cycles_ + seconds * speed_ / cycle : std::max(cycles_, startCycles_ + 1.0);
    if (repeat_ == Repeat::once) cycles_ = std::min(cycles_, 1.0);
}

double MotionPlayer::secondsLeft() const {
    const double current = repeat_ == Repeat::once ? cycles_ : phase();
    return (1.0 - current) * cycleSeconds() / speed_;
}

double MotionPlayer::timeAt(size_t i, double cycles) const {
    if (repeat_ == Repeat::once) return std::clamp(cycles, 0.0, 1.0) * std::max(0.0, synced_[i].durationSeconds);
    return timeAtPhase(synced_[i], advancedPhase(0.0, cycles, 1.0));
}

void MotionPlayer::sample(const PoseSpan& out, double secondsEarlier) {
    const double cycle = cycleSeconds();
    const double cycles = cycle > 0.0 ? cycles_ - secondsEarlier * speed_ / cycle : cycles_;
    const auto count = std::ranges::count_if(weights_, [](float weight) { return weight > 0.0f; });
    std::vector<PoseLayer>& layers = context_.layers;
    layers.clear();
    for (size_t i = 0; i < readers_.size(); ++i) {
        if (!(weights_[i] > 0.0f)) continue;
        const PoseSpan target = count == 1 ? out : PoseSpan(context_.clipPoses[layers.size()]);
        readers_[i].sample(context_, timeAt(i, cycles), target);
        layers.push_back({target, weights_[i]});
    }
    blendLayers(layers, context_.rest(), out);
}

bool MotionPlayer::animatesMorph(uint32_t weight) const {
    for (size_t i = 0; i < readers_.size(); ++i)
        if (weights_[i] > 0.0f)
            for (const MorphChannel& channel : context_.clips[readers_[i].clip].morphs)
                if (channel.weight == weight) return true;
    return false;
}

Displacement MotionPlayer::displacement() const {
    MeanDisplacement mean;
    if (context_.rootMotions.empty()) return {};
    const double whole = repeat_ == Repeat::loop ? std::floor(cyclesBefore_) : 0.0;  // keeps times small and exact
    for (size_t i = 0; i < readers_.size(); ++i) {
        if (!(weights_[i] > 0.0f)) continue;
        const SyncedClip& clip = synced_[i];
        const auto at = [&](double cycles) { return (cycles - whole) * clip.durationSeconds + clip.contactSeconds; };
        mean.add(context_.displacement(readers_[i].clip, at(cyclesBefore_), at(cycles_)),
                 static_cast<double>(weights_[i]), context_.up);
    }
    return mean.mean(context_.up);
}

double MotionPlayer::timesPassed(size_t i, const GraphEvent& event) const {
    const double duration = synced_[i].durationSeconds;
    if (!(duration > 0.0)) return justStarted_ && cyclesBefore_ < cycles_ ? 1.0 : 0.0;
    const double at = (event.timeSeconds - synced_[i].contactSeconds) / duration;
    if (repeat_ == Repeat::once) {
        const bool after = cyclesBefore_ < at || (justStarted_ && cyclesBefore_ == at);
        return after && at <= cycles_ ? 1.0 : 0.0;
    }
    const double before = cyclesBefore_ - at;
    const bool atStart = justStarted_ && before == std::floor(before) && cyclesBefore_ < cycles_;
    return std::floor(cycles_ - at) - std::floor(before) + (atStart ? 1.0 : 0.0);
}

void MotionPlayer::addEvents(double weight, EventCollector& events) const {
    if (!(cyclesBefore_ < cycles_)) return;
    for (size_t i = 0; i < readers_.size(); ++i) {
        const double clipWeight = weight * weights_[i];
        if (!(clipWeight > 0.0)) continue;
        for (size_t event = 0; event < events.events.size(); ++event) {
            if (events.events[event].clip != readers_[i].clip) continue;
            constexpr double kMostRepeats = 64.0;
            double times = std::min(timesPassed(i, events.events[event]), kMostRepeats);
            for (; times >= 1.0; times -= 1.0)
                events.fired.push_back({event, clipWeight});
        }
    }
}

LayerPlayer::LayerPlayer(GraphLayer layer, Repeat repeat, double speed, PlaybackContext& context)
    : layer_(std::move(layer)), context_(context), motion_(layer_.motion, repeat, speed, context) {
    if (layer_.mode != LayerMode::additive) return;
    reference_ = context.restPose();
    referencePose(context.clips[layer_.motion.clips.front().clip], context.hierarchy, context.restMorphs,
                  layer_.reference, reference_);
}

double LayerPlayer::weight(std::span<const double> parameters) const {
    return layer_.weight ? std::clamp(parameters[*layer_.weight], 0.0, 1.0) : 1.0;
}

void LayerPlayer::apply(const PoseSpan& pose, double weight, double secondsEarlier) {
    if (!(weight > 0.0)) return;
    const PoseSpan layer = context_.layerPose;
    motion_.sample(layer, secondsEarlier);
    const auto ratio = static_cast<float>(weight);
    applyMorphs(pose.morphs, layer.morphs, ratio);
    const std::vector<float>& mask = layer_.mask.weights;
    if (layer_.mode == LayerMode::additive) {
        differenceFrom(reference_.nodes, layer.nodes, layer.nodes);
        addDifference(pose.nodes, layer.nodes, ratio, mask, pose.nodes);
    } else if (mask.empty()) {
        blend(pose.nodes, layer.nodes, ratio, pose.nodes);
    } else {
        for (size_t node = 0; node < pose.nodes.size(); ++node) {
            const std::span<Transform> below = pose.nodes.subspan(node, 1);
            blend(below, layer.nodes.subspan(node, 1), ratio * mask[node], below);
        }
    }
}

void LayerPlayer::applyMorphs(std::span<float> pose, std::span<const float> layer, float weight) const {
    for (size_t i = 0; i < pose.size(); ++i) {
        if (layer_.mode == LayerMode::additive)
            pose[i] += weight * (layer[i] - reference_.morphs[i]);
        else if (layer_.mask.weights.empty() || motion_.animatesMorph(static_cast<uint32_t>(i)))
            pose[i] += weight * (layer[i] - pose[i]);
    }
}

}  // namespace sinew
