#pragma once

namespace sinew {

/// What a clip's time becomes when it runs past an end. pingPong turns round there.
enum class Repeat { once, loop, pingPong };

/// The part of a clip that is played again and again, in seconds of the clip; start < end.
struct LoopRange {
    double startSeconds = 0.0, endSeconds = 0.0;

    bool operator==(const LoopRange&) const = default;
};

/// Where a time in or beyond a range comes to lie in it, and whether playing goes the other way from there.
struct RangePlace {
    double timeSeconds = 0.0;
    bool turned = false;
};

/// Wrapped when looping (exactly the end stays), clamped when played once, mirrored at the ends as often as it takes in
/// ping-pong. The start for a range without length and for a time that is no number.
RangePlace placeInRange(const LoopRange& range, double timeSeconds, Repeat repeat);

}  // namespace sinew
