#include "animation/playback/clip_time.h"

#include <algorithm>
#include <cmath>

namespace sinew {

RangeTime wrapInRange(const LoopRange& range, double timeSeconds, Repeat repeat) {
    const double length = range.endSeconds - range.startSeconds;
    if (!(length > 0.0) || std::isnan(timeSeconds)) return {range.startSeconds};
    if (repeat == Repeat::once) return {std::clamp(timeSeconds, range.startSeconds, range.endSeconds)};
    if (timeSeconds >= range.startSeconds && timeSeconds <= range.endSeconds) return {timeSeconds};
    if (std::isinf(timeSeconds)) return {range.startSeconds};
    const double cycle = repeat == Repeat::pingPong ? 2.0 * length : length;
    double elapsed = std::fmod(timeSeconds - range.startSeconds, cycle);
    if (elapsed < 0.0) elapsed += cycle;
    if (elapsed > length) return {range.startSeconds + cycle - elapsed, true};
    return {range.startSeconds + elapsed};
}

double wrapTime(const AnimationClip& clip, double timeSeconds, Repeat repeat) {
    const double duration = clip.durationSeconds;
    const bool loops = repeat == Repeat::loop;
    if (loops && timeSeconds > duration && timeSeconds <= duration * (1.0 + kDecimalTolerance)) return duration;
    return wrapInRange({0.0, duration}, timeSeconds, loops ? repeat : Repeat::once).timeSeconds;
}

}  // namespace sinew
