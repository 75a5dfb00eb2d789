#include "animation/synchronised.h"

#include <cassert>
#include <cmath>

namespace sinew {
namespace {

/// In [0, 1), whatever the rounding: a little less than a whole number is not 1, and what is not finite is 0.
double fraction(double value) {
    const double part = value - std::floor(value);
    return part < 1.0 ? part : 0.0;
}

}  // namespace

double roundSeconds(std::span<const SynchronisedClip> clips, std::span<const float> weights) {
    assert(clips.size() == weights.size());
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < clips.size(); ++i) {
        if (!(clips[i].durationSeconds > 0.0) || !(weights[i] > 0.0f)) continue;
        sum += weights[i] * clips[i].durationSeconds;
        total += weights[i];
    }
    return total > 0.0 ? sum / total : 0.0;
}

double advancedPhase(double phase, double seconds, double roundSeconds) {
    return fraction(roundSeconds > 0.0 ? phase + seconds / roundSeconds : phase);
}

double timeAtPhase(const SynchronisedClip& clip, double phase) {
    if (!(clip.durationSeconds > 0.0)) return 0.0;
    const double time = fraction(phase + clip.contactSeconds / clip.durationSeconds) * clip.durationSeconds;
    return time < clip.durationSeconds ? time : 0.0;
}

}  // namespace sinew
