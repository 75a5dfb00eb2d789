#include "animation/playback/state_player.h"

#include <algorithm>

namespace sinew {

StatePlayer::StatePlayer(const GraphState& state, PlaybackContext& context)
    : motion_(state.motion, state.repeat, state.speed, context) {
    layers_.reserve(state.layers.size());
    for (const GraphLayer& layer : state.layers)
        layers_.emplace_back(layer, Repeat::loop, state.speed, context);
}

void StatePlayer::start(std::span<const double> parameters) {
    motion_.start(parameters);
    for (LayerPlayer& layer : layers_)
        layer.motion().start(parameters);
}

void StatePlayer::startSynced(std::span<const double> parameters, const StatePlayer& with) {
    start(parameters);
    motion_.startSynced(parameters, with.motion_);
}

void StatePlayer::advance(double seconds, std::span<const double> parameters, double rate) {
    motion_.advance(seconds * rate, parameters);
    for (LayerPlayer& layer : layers_)
        layer.motion().advance(seconds, parameters);
}

void StatePlayer::addEvents(double weight, std::span<const double> parameters, EventCollector& events) const {
    motion_.addEvents(weight, events);
    for (const LayerPlayer& layer : layers_)
        layer.motion().addEvents(weight * layer.weight(parameters), events);
}

void StatePlayer::sample(std::span<const double> parameters, const PoseSpan& out, double secondsEarlier) {
    motion_.sample(out, secondsEarlier);
    for (LayerPlayer& layer : layers_)
        layer.apply(out, layer.weight(parameters), secondsEarlier);
}

OverlayPlayer::OverlayPlayer(const GraphOverlay& overlay, PlaybackContext& context)
    : overlay_(overlay), layer_(overlay.layer, overlay.repeat, overlay.speed, context) {}

void OverlayPlayer::checkConditions(GraphParameters& parameters) {
    if (stage_ == Stage::off && parameters.allMet(overlay_.start)) {
        parameters.consumeTriggers(overlay_.start);
        stage_ = Stage::on;
        fadeWeight_ = 0.0;
        layer_.motion().start(parameters.values());
    } else if (stage_ == Stage::on && !overlay_.stop.empty() && parameters.allMet(overlay_.stop)) {
        parameters.consumeTriggers(overlay_.stop);
        stage_ = Stage::leaving;
    }
}

void OverlayPlayer::advance(double seconds, std::span<const double> parameters) {
    stepFadeWeight_ = 0.0;
    if (stage_ == Stage::off) return;
    MotionPlayer& motion = layer_.motion();
    motion.advance(seconds, parameters);
    const double before = fadeWeight_;
    const double fade = stage_ == Stage::on ? overlay_.fadeInSeconds : overlay_.fadeOutSeconds;
    const double change = fade > 0.0 ? seconds / fade : 1.0;
    fadeWeight_ = std::clamp(stage_ == Stage::on ? fadeWeight_ + change : fadeWeight_ - change, 0.0, 1.0);
    if (overlay_.repeat == Repeat::once) {
        const double left = motion.cycles() < 1.0 ? motion.secondsLeft() : 0.0;
        if (left < overlay_.fadeOutSeconds) fadeWeight_ = std::min(fadeWeight_, left / overlay_.fadeOutSeconds);
        if (left == 0.0) {
            stage_ = Stage::leaving;
            fadeWeight_ = 0.0;
        }
    }
    stepFadeWeight_ = std::max(before, fadeWeight_);
    if (stage_ == Stage::leaving && fadeWeight_ == 0.0) stage_ = Stage::off;
}

void OverlayPlayer::apply(std::span<const double> parameters, const PoseSpan& pose) {
    layer_.apply(pose, fadeWeight_ * layer_.weight(parameters));
}

void OverlayPlayer::addEvents(std::span<const double> parameters, EventCollector& events) const {
    layer_.motion().addEvents(stepFadeWeight_ * layer_.weight(parameters), events);
}

}  // namespace sinew
