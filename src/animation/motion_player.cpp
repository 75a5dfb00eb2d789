#include "animation/motion_player.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "animation/blend_space.h"

namespace sinew {

MotionPlayer::MotionPlayer(const GraphMotion& motion, Repeat repeat, double speed, MotionStudio& studio)
    : motion_(motion), studio_(studio), repeat_(repeat), speed_(speed), weights_(motion.clips.size(), 0.0f) {
    assert(!motion.clips.empty());
    for (size_t i = 0; i < motion.clips.size(); ++i) {
        const GraphClip& clip = motion.clips[i];
        const AnimationClip& played = studio.clips[clip.clip];
        clips_.push_back({played.durationSeconds, repeat == Repeat::loop ? clip.contactSeconds.value_or(0.0) : 0.0});
        positionsOnLine_.push_back(clip.position.x);
        positionsInPlane_.push_back(clip.position);
        packed_.push_back(&studio.packed->of(clip.clip));
        cursors_.emplace_back().bind(played);
    }
}

void MotionPlayer::weigh(std::span<const double> parameters) {
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
    weigh(parameters);
    rounds_ = roundsBefore_ = startRounds_ = 0.0;
    justStarted_ = true;
}

void MotionPlayer::startInStep(std::span<const double> parameters, const MotionPlayer& with) {
    weigh(parameters);
    rounds_ = roundsBefore_ = startRounds_ = with.phase();
    // What stands on this very phase the other one has passed, unless it has not gone yet.
    justStarted_ = with.justStarted_ && with.roundsBefore_ == with.rounds_;
}

double MotionPlayer::secondsOfRound(std::span<const double> parameters) {
    weigh(parameters);
    return roundSeconds(clips_, weights_) / speed_;
}

void MotionPlayer::advance(double seconds, std::span<const double> parameters) {
    weigh(parameters);
    justStarted_ &= !(roundsBefore_ < rounds_);
    roundsBefore_ = rounds_;
    const double round = roundSeconds(clips_, weights_);
    rounds_ = round > 0.0 ? rounds_ + seconds * speed_ / round : std::max(rounds_, startRounds_ + 1.0);
    if (repeat_ == Repeat::once) rounds_ = std::min(rounds_, 1.0);
}

double MotionPlayer::secondsLeft() const {
    const double present = repeat_ == Repeat::once ? rounds_ : advancedPhase(0.0, rounds_, 1.0);
    return (1.0 - present) * roundSeconds(clips_, weights_) / speed_;
}

double MotionPlayer::timeAt(size_t i, double rounds) const {
    if (repeat_ == Repeat::once) return std::clamp(rounds, 0.0, 1.0) * std::max(0.0, clips_[i].durationSeconds);
    return timeAtPhase(clips_[i], advancedPhase(0.0, rounds, 1.0));
}

void MotionPlayer::pose(double secondsEarlier, std::span<Transform> out) {
    const double round = roundSeconds(clips_, weights_);
    const double rounds = round > 0.0 ? rounds_ - secondsEarlier * speed_ / round : rounds_;
    const auto played = std::count_if(weights_.begin(), weights_.end(), [](float weight) { return weight > 0.0f; });
    studio_.layers.clear();
    for (size_t i = 0; i < clips_.size(); ++i) {
        if (!(weights_[i] > 0.0f)) continue;
        const size_t clip = motion_.clips[i].clip;
        const double time = timeAt(i, rounds);
        const std::span<Transform> target = played == 1 ? out : std::span(studio_.clipPoses[studio_.layers.size()]);
        packed_[i]->sample(time, target);
        if (studio_.rootsOut && !studio_.travels.empty()) studio_.travels[clip].removeFrom(target, time);
        studio_.layers.push_back({target, weights_[i]});
    }
    if (played != 1) blendLayers(studio_.layers, studio_.hierarchy.rest, Shortfall::scaleUp, out);
}

void MotionPlayer::morphs(std::span<float> out) {
    if (out.empty()) return;
    std::fill(out.begin(), out.end(), 0.0f);
    float total = 0.0f;
    for (const float weight : weights_)
        total += weight;
    for (size_t i = 0; i < clips_.size(); ++i) {
        if (!(weights_[i] > 0.0f)) continue;
        sampleMorphs(studio_.clips[motion_.clips[i].clip], studio_.restMorphWeights, timeAt(i, rounds_), cursors_[i],
                     studio_.clipMorphs);
        for (size_t morph = 0; morph < out.size(); ++morph)
            out[morph] += weights_[i] / total * studio_.clipMorphs[morph];
    }
}

bool MotionPlayer::movesMorph(uint32_t weight) const {
    for (size_t i = 0; i < clips_.size(); ++i) {
        if (!(weights_[i] > 0.0f)) continue;
        for (const MorphChannel& channel : studio_.clips[motion_.clips[i].clip].morphs)
            if (channel.weight == weight) return true;
    }
    return false;
}

GroundMotion MotionPlayer::groundMotion() const {
    MeanGroundMotion ground;
    if (studio_.travels.empty()) return {};
    const double whole = repeat_ == Repeat::loop ? std::floor(roundsBefore_) : 0.0;  // keeps times small and exact
    for (size_t i = 0; i < clips_.size(); ++i) {
        const SynchronisedClip& clip = clips_[i];
        if (!(weights_[i] > 0.0f)) continue;
        const ClipTravel& travel = studio_.travels[motion_.clips[i].clip];
        const auto at = [&](double rounds) { return (rounds - whole) * clip.durationSeconds + clip.contactSeconds; };
        const bool moves = studio_.rootsOut || !travel.byRoot();
        ground.add(moves ? travel.between(at(roundsBefore_), at(rounds_)) : GroundMotion{},
                   static_cast<double>(weights_[i]), studio_.up);
    }
    return ground.mean(studio_.up);
}

double MotionPlayer::timesPassed(size_t i, const GraphEvent& event) const {
    const double duration = clips_[i].durationSeconds;
    if (!(duration > 0.0)) return justStarted_ && roundsBefore_ < rounds_ ? 1.0 : 0.0;
    const double place = (event.timeSeconds - clips_[i].contactSeconds) / duration;
    if (repeat_ == Repeat::once) {
        const bool after = roundsBefore_ < place || (justStarted_ && roundsBefore_ == place);
        return after && place <= rounds_ ? 1.0 : 0.0;
    }
    const double before = roundsBefore_ - place;
    const bool atStart = justStarted_ && before == std::floor(before) && roundsBefore_ < rounds_;
    return std::floor(rounds_ - place) - std::floor(before) + (atStart ? 1.0 : 0.0);
}

void MotionPlayer::addEvents(double weight, std::vector<PassedEvent>& passed) const {
    if (!(roundsBefore_ < rounds_)) return;
    for (size_t i = 0; i < clips_.size(); ++i) {
        const double share = weight * weights_[i];
        if (!(share > 0.0)) continue;
        for (size_t event = 0; event < studio_.events.size(); ++event) {
            if (studio_.events[event].clip != motion_.clips[i].clip) continue;
            double times = timesPassed(i, studio_.events[event]);
            for (; times >= 1.0 && passed.size() < passed.capacity(); times -= 1.0)
                passed.push_back({event, share});
        }
    }
}

}  // namespace sinew
