#pragma once

#include "animation/clip/clip.h"

namespace sinew {

/// What a clip does at its ends. pingPong plays it back and forth.
enum class Repeat { once, loop, pingPong };

/// The part of a clip that repeats, in seconds of the clip; start < end.
struct LoopRange {
    double startSeconds = 0.0, endSeconds = 0.0;

    bool operator==(const LoopRange&) const = default;
};

/// A time brought into a range, and whether the playback direction is reversed there.
struct RangeTime {
    double timeSeconds = 0.0;
    bool reversed = false;
};

/// Wraps a time when looping (exactly the end stays), clamps it when playing once, and mirrors it at the ends in
/// ping-pong. The start for an empty range and for NaN.
RangeTime wrapInRange(const LoopRange& range, double timeSeconds, Repeat repeat);

/// `timeSeconds` in [0, duration]: wrapped when looping (the duration itself, within the precision of a decimal number
/// with five digits, stays and shows the last pose), else clamped, also in ping-pong. 0 for a clip without duration.
double wrapTime(const AnimationClip& clip, double timeSeconds, Repeat repeat);

/// The tolerance for times that people and files write with five or six digits, relative to the time.
inline constexpr double kDecimalTolerance = 1e-5;

}  // namespace sinew
