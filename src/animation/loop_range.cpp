#include "animation/loop_range.h"

#include <algorithm>
#include <cmath>

namespace sinew {

RangePlace placeInRange(const LoopRange& range, double timeSeconds, Repeat repeat) {
    const double length = range.endSeconds - range.startSeconds;
    if (!(length > 0.0) || std::isnan(timeSeconds)) return {range.startSeconds};
    if (repeat == Repeat::once) return {std::clamp(timeSeconds, range.startSeconds, range.endSeconds)};
    if (timeSeconds >= range.startSeconds && timeSeconds <= range.endSeconds) return {timeSeconds};
    if (std::isinf(timeSeconds)) return {range.startSeconds};
    // A round of ping-pong is there and back.
    const double round = repeat == Repeat::pingPong ? 2.0 * length : length;
    double way = std::fmod(timeSeconds - range.startSeconds, round);
    if (way < 0.0) way += round;
    if (way > length) return {range.startSeconds + round - way, true};
    return {range.startSeconds + way};
}

}  // namespace sinew
