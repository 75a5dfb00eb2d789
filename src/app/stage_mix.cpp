#include <limits>

#include "app/stage.h"

namespace sinew {

void Stage::setMix(const ClipMix& mix) {
    std::array<double, ClipMix::kOthers> startSeconds;
    startSeconds.fill(std::numeric_limits<double>::quiet_NaN());
    const ClipMix wanted = graph_ ? ClipMix{} : mix;
    const auto meetClip = [&](std::optional<size_t> clip) {
        const bool isThere = clip && *clip < model().clips.size();
        if (isThere) meet(*clip);
        return isThere;
    };
    for (size_t i = 0; i < wanted.others.size(); ++i) {
        const std::optional<size_t> clip = wanted.others[i].clip;
        if (!meetClip(clip) || clip == this->mix().others[i].clip) continue;
        if (const auto seconds = startInStep(*clip)) startSeconds[i] = *seconds;
    }
    meetClip(wanted.layer.clip);
    mixer_.set(wanted, startSeconds, travels_);
}

void Stage::startMixAgain() {
    std::array<double, ClipMix::kOthers> startSeconds;
    for (size_t i = 0; i < ClipMix::kOthers; ++i) {
        const std::optional<size_t> clip = mix().others[i].clip;
        const std::optional<double> inStep = clip ? startInStep(*clip) : std::nullopt;
        startSeconds[i] = inStep.value_or(std::numeric_limits<double>::quiet_NaN());
    }
    mixer_.startAgain(startSeconds);
}

const Box& Stage::findMixBounds() {
    mixBounds_ = {};
    for (const PlayedClip& played : playing()) {
        const Box& box = clipBounds(played.clip);
        if (box.empty()) continue;
        mixBounds_.add(box.min);
        mixBounds_.add(box.max);
    }
    return mixBounds_;
}

}  // namespace sinew
