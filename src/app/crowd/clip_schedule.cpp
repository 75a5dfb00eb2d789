#include "app/crowd/clip_schedule.h"

#include <cmath>
#include <utility>

#include "app/crowd/hashed.h"

namespace sinew {
namespace {

constexpr double kJitter = 0.3;  // how far a switch may be moved, relative to the mean duration of a turn

}  // namespace

double speedOf(uint32_t seed, uint32_t member) {
    return 1.0 + kSpeedSpread * (2.0 * hashed(seed, member, Chance::speed) - 1.0);
}

ClipSchedule::ClipSchedule(std::span<const AnimationClip> modelClips, std::vector<size_t> clips, uint32_t seed,
                           double fadeSeconds)
    : modelClips_(modelClips), clips_(std::move(clips)), seed_(seed) {
    setFade(fadeSeconds);
}

/// When turn `turn` of a character begins. Ascending in `turn`.
double ClipSchedule::switchSeconds(uint32_t member, int64_t turn) const {
    const double offset = hashed(seed_, member, Chance::start);
    const double jitter = kJitter * (2.0 * hashed(seed_, member, Chance::switching, turn) - 1.0);
    return (static_cast<double>(turn) + offset + jitter) * kMeanSeconds;
}

size_t ClipSchedule::clipOf(uint32_t member, int64_t turn) const {
    const double random = hashed(seed_, member, Chance::clip, turn);
    return clips_[static_cast<size_t>(random * static_cast<double>(clips_.size()))];
}

/// Every clip of a character runs on while others play, so that two turns of one clip are continuous.
double ClipSchedule::clipSeconds(uint32_t member, size_t clip, double timeSeconds) const {
    const double duration = modelClips_[clip].durationSeconds;
    if (!(duration > 0.0)) return 0.0;
    const double start = hashed(seed_, member, Chance::phase, static_cast<int64_t>(clip)) * duration;
    const double seconds = start + timeSeconds * speedOf(member);
    return std::clamp(seconds - std::floor(seconds / duration) * duration, 0.0, duration);
}

ScheduledClips ClipSchedule::at(uint32_t member, double timeSeconds) const {
    const auto scheduled = [&](size_t clip) {
        const double seconds = clipSeconds(member, clip, timeSeconds);
        return ScheduledClips{clip, clip, seconds, seconds, 0.0f};
    };
    if (clips_.size() == 1) return scheduled(clips_[0]);
    const double offset = hashed(seed_, member, Chance::start);
    auto turn = static_cast<int64_t>(std::floor(timeSeconds / kMeanSeconds - offset));
    if (timeSeconds >= switchSeconds(member, turn + 1)) ++turn;
    const double begun = switchSeconds(member, turn);
    if (timeSeconds < begun) return scheduled(clipOf(member, turn - 1));
    const size_t clip = clipOf(member, turn), before = clipOf(member, turn - 1);
    const double passed = timeSeconds - begun;
    if (clip == before || passed >= fadeSeconds_) return scheduled(clip);
    const double x = passed / fadeSeconds_;
    return {.clip = before,
            .nextClip = clip,
            .seconds = clipSeconds(member, before, timeSeconds),
            .nextSeconds = clipSeconds(member, clip, timeSeconds),
            .fade = static_cast<float>(x * x * (3.0 - 2.0 * x))};
}

}  // namespace sinew
