#pragma once

#include <optional>
#include <span>

#include "animation/ground/foot_contacts.h"

namespace sinew {

// Sync: clips of a gait share a phase in [0, 1), the normalized time relative to the contact of a foot that all of them
// have, so that their feet touch down together.

struct SyncedClip {
    double durationSeconds = 0.0;
    double contactSeconds = 0.0;  ///< when the common foot touches down; 0 where that is unknown
};

/// The common cycle duration: the mean of the clips' durations by `weights` (one per clip, not negative). Clips without
/// duration are ignored; 0 where no clip has one.
double cycleSeconds(std::span<const SyncedClip> clips, std::span<const float> weights);

/// `phase` after `seconds` (negative: before) of cycles of that duration, in [0, 1). Unchanged for a duration of 0.
double advancedPhase(double phase, double seconds, double cycleSeconds);

/// The clip's own time at the common `phase`, in [0, duration): at 0 its foot touches down.
double timeAtPhase(const SyncedClip& clip, double phase);

/// A clip of a gait, and a time in it.
struct GaitTime {
    const std::vector<FootContact>& contacts;
    double durationSeconds = 0.0;
    double timeSeconds = 0.0;
};

/// The time at which `to` (whose own time is ignored) is in sync with `from`, by the first foot that both have. None
/// where they have no foot in common.
std::optional<double> syncedTime(const GaitTime& from, const GaitTime& to);

}  // namespace sinew
