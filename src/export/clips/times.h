#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace sinew::exporting {

// When a clip's poses come.

/// The interval of the frames that the keys of a clip are at, in seconds.
double frameOf(const AnimationClip& clip);

/// A part of a clip, in seconds.
struct ClipPart {
    double first = 0.0, last = 0.0;
};

/// The time of a key, or of the clip's end, if one is next to `seconds`, as times that were rounded are.
double atKey(const AnimationClip& clip, double seconds);

/// Cuts a clip to a part of it. Keys within stay as they are.
void trim(AnimationClip& clip, const ClipPart& part);

void reverse(AnimationClip& clip);

/// `factor`: above 0; 2 is twice as fast.
void changeSpeed(AnimationClip& clip, double factor);

/// Makes all tracks linear ones with keys at a fixed rate. @throws Error(Exit::input) if there were too many.
void setRate(AnimationClip& clip, double framesPerSecond);

/// The parts of a long clip: what is between pauses, and between jumps from one frame to the next. `size`: of the
/// model.
std::vector<ClipPart> splitTimeline(const Model& model, const AnimationClip& clip, double size);

}  // namespace sinew::exporting
