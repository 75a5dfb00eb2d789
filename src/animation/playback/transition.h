#pragma once

#include <algorithm>

namespace sinew {

/// How playback changes from one motion to another: a fade plays and blends both; an inertial transition switches at
/// once and blends out the difference (InertialBlend).
enum class TransitionKind { fade, inertial };

/// A change from one motion to another, and how far it has come. By default it is over.
struct Transition {
    TransitionKind kind = TransitionKind::fade;
    double durationSeconds = 0.0;
    double elapsedSeconds = 0.0;

    bool active() const { return elapsedSeconds < durationSeconds; }

    /// In [0, 1]; 1 when it is over.
    double progress() const {
        return durationSeconds > 0.0 ? std::clamp(elapsedSeconds / durationSeconds, 0.0, 1.0) : 1.0;
    }

    /// The weight of the new motion over the old one.
    double fadeWeight() const { return kind == TransitionKind::fade ? progress() : 1.0; }
};

}  // namespace sinew
