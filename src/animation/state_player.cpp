#include "animation/state_player.h"

namespace sinew {

StatePlayer::StatePlayer(const GraphState& state, MotionStudio& studio)
    : motion_(state.motion, state.repeat, state.speed, studio) {
    layers_.reserve(state.layers.size());
    for (const GraphLayer& layer : state.layers)
        layers_.emplace_back(layer, Repeat::loop, state.speed, studio);
}

void StatePlayer::start(std::span<const double> parameters) {
    motion_.start(parameters);
    for (LayerPlayer& layer : layers_)
        layer.motion().start(parameters);
}

void StatePlayer::startInStep(std::span<const double> parameters, const StatePlayer& with) {
    start(parameters);
    if (loops() && with.loops()) motion_.startInStep(parameters, with.motion_);
}

void StatePlayer::advance(double seconds, std::span<const double> parameters, double pace) {
    motion_.advance(seconds * pace, parameters);
    for (LayerPlayer& layer : layers_)
        layer.motion().advance(seconds, parameters);
}

void StatePlayer::addEvents(double weight, std::span<const double> parameters, std::vector<PassedEvent>& passed) const {
    motion_.addEvents(weight, passed);
    for (const LayerPlayer& layer : layers_)
        layer.motion().addEvents(weight * layer.weight(parameters), passed);
}

void StatePlayer::pose(double secondsEarlier, std::span<const double> parameters, std::span<Transform> out) {
    motion_.pose(secondsEarlier, out);
    for (LayerPlayer& layer : layers_)
        layer.putOver(out, layer.weight(parameters), secondsEarlier);
}

void StatePlayer::morphs(std::span<const double> parameters, std::span<float> out) {
    motion_.morphs(out);
    for (LayerPlayer& layer : layers_)
        layer.putMorphsOver(out, layer.weight(parameters));
}

}  // namespace sinew
