#pragma once

#include <span>

namespace sinew {

/// A clip that is played in step with others, as a walk and a run are.
struct SynchronisedClip {
    double durationSeconds = 0.0;
    double contactSeconds = 0.0;  ///< when the foot that all clips agree upon touches down; 0 where that is not known
};

/// How long one round takes: the clips' durations in the mean by `weights` (0 or more), as many as there are clips. A
/// clip without duration is a pose and has no say. 0 where no clip has.
double roundSeconds(std::span<const SynchronisedClip> clips, std::span<const float> weights);

/// `phase` after `seconds` (negative: before) of rounds that long, in [0, 1). A round without length stands still.
double advancedPhase(double phase, double seconds, double roundSeconds);

/// Where in its own time, in [0, duration), a clip is at the common `phase`: at 0 its foot touches down.
double timeAtPhase(const SynchronisedClip& clip, double phase);

}  // namespace sinew
