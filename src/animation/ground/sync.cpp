#include "animation/ground/sync.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sinew {
namespace {

/// The fractional part, in [0, 1) in spite of rounding; 0 for infinity and NaN.
double fraction(double value) {
    const double part = value - std::floor(value);
    return part < 1.0 ? part : 0.0;
}

}  // namespace

double cycleSeconds(std::span<const SyncedClip> clips, std::span<const float> weights) {
    assert(clips.size() == weights.size());
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < clips.size(); ++i) {
        if (!(clips[i].durationSeconds > 0.0) || !(weights[i] > 0.0f)) continue;
        sum += weights[i] * clips[i].durationSeconds;
        total += weights[i];
    }
    return total > 0.0 ? sum / total : 0.0;
}

double advancedPhase(double phase, double seconds, double cycleSeconds) {
    return fraction(cycleSeconds > 0.0 ? phase + seconds / cycleSeconds : phase);
}

double timeAtPhase(const SyncedClip& clip, double phase) {
    if (!(clip.durationSeconds > 0.0)) return 0.0;
    const double time = fraction(phase + clip.contactSeconds / clip.durationSeconds) * clip.durationSeconds;
    return time < clip.durationSeconds ? time : 0.0;
}

std::optional<double> syncedTime(const GaitTime& from, const GaitTime& to) {
    if (!(from.durationSeconds > 0.0)) return std::nullopt;
    for (const FootContact& contact : from.contacts) {
        const auto same = std::ranges::find(to.contacts, contact.node, &FootContact::node);
        if (same == to.contacts.end()) continue;
        const double phase = advancedPhase(0.0, from.timeSeconds - contact.timeSeconds, from.durationSeconds);
        return timeAtPhase({to.durationSeconds, same->timeSeconds}, phase);
    }
    return std::nullopt;
}

}  // namespace sinew
