#include "animation/overlay_player.h"

#include <algorithm>

namespace sinew {

OverlayPlayer::OverlayPlayer(const GraphOverlay& overlay, MotionStudio& studio)
    : overlay_(overlay), layer_(overlay.layer, overlay.repeat, overlay.speed, studio) {}

void OverlayPlayer::look(GraphParameters& parameters) {
    if (phase_ == Phase::off && parameters.allHold(overlay_.start)) {
        parameters.take(overlay_.start);
        phase_ = Phase::on;
        cover_ = 0.0;
        layer_.motion().start(parameters.values());
    } else if (phase_ == Phase::on && !overlay_.stop.empty() && parameters.allHold(overlay_.stop)) {
        parameters.take(overlay_.stop);
        phase_ = Phase::leaving;
    }
}

void OverlayPlayer::advance(double seconds, std::span<const double> parameters) {
    if (phase_ == Phase::off) {
        coverOfStep_ = 0.0;
        return;
    }
    MotionPlayer& motion = layer_.motion();
    motion.advance(seconds, parameters);
    const double before = cover_;
    const double fade = phase_ == Phase::on ? overlay_.fadeInSeconds : overlay_.fadeOutSeconds;
    const double change = fade > 0.0 ? seconds / fade : 1.0;
    cover_ = std::clamp(phase_ == Phase::on ? cover_ + change : cover_ - change, 0.0, 1.0);
    if (overlay_.repeat == Repeat::once) {
        const double left = motion.rounds() < 1.0 ? motion.secondsLeft() : 0.0;
        if (left < overlay_.fadeOutSeconds) cover_ = std::min(cover_, left / overlay_.fadeOutSeconds);
        if (left == 0.0) {
            phase_ = Phase::leaving;
            cover_ = 0.0;
        }
    }
    coverOfStep_ = std::max(before, cover_);
    if (phase_ == Phase::leaving && cover_ == 0.0) phase_ = Phase::off;
}

void OverlayPlayer::putOver(std::span<Transform> pose, std::span<const double> parameters) {
    layer_.putOver(pose, cover_ * layer_.weight(parameters));
}

void OverlayPlayer::putMorphsOver(std::span<float> morphs, std::span<const double> parameters) {
    layer_.putMorphsOver(morphs, cover_ * layer_.weight(parameters));
}

void OverlayPlayer::addEvents(std::span<const double> parameters, std::vector<PassedEvent>& passed) const {
    layer_.motion().addEvents(coverOfStep_ * layer_.weight(parameters), passed);
}

}  // namespace sinew
