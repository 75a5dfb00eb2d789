#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "animation/clip/clip.h"

namespace sinew {

// What the keys of one track look like, for Value glm::vec3 and glm::quat. `visible` is a distance as of apart(), in
// tracks.h.

/// Keys that stand out: [first, last] of the track, `by` from where the keys around them lead.
struct Pop {
    size_t first = 0, last = 0;
    float by = 0.0f;
    float turn = 0.0f;        ///< the sum of the steps into, within and out of it
    bool wraps = false;       ///< several keys of an Euler angle that wraps
    bool isOffCurve = false;  ///< from the curve through the keys around them, rather than from a line
};

// Single keys, in key_pops.cpp.

/// The largest pop of one to three keys, of a track whose keys are close together there.
template <typename Value>
std::optional<Pop> widestPop(const Track<Value>& track, float visible);

/// Two single keys that stand out, each of which fits into the place of the other: `by` is the smaller distance.
template <typename Value>
std::optional<Pop> exchangedKeys(const Track<Value>& track, float visible);

/// A key off the line between its neighbors.
struct OffLine {
    double seconds;
    float by;  ///< as apart()
};

/// The keys that are off that line by a good part of what is visible, and of the track's largest bend.
template <typename Value>
std::vector<OffLine> bendsOf(const Track<Value>& track, float visible);

// From one key to the next, in key_jumps.cpp.

/// How far each key is from where the steps around it lead; 0 at the ends of the track.
template <typename Value>
std::vector<float> jumpsOf(const Track<Value>& track);

/// Four keys or more that are off the movement before and after them by one and the same turn or way, less than half of
/// the track. The rest of the track is smooth.
template <typename Value>
std::optional<Pop> offStretch(const Track<Value>& track, float visible);

/// The keys to which the step is several times as long as the steps before and after it.
template <typename Value>
std::vector<size_t> longSteps(const Track<Value>& track, float visible);

/// A key after which the track goes on elsewhere, as smoothly as before.
template <typename Value>
std::optional<Pop> widestJump(const Track<Value>& track, float visible);

/// The most keys in a row that swing from one side of the curve to the other; in noise, all that are off it.
template <typename Value>
size_t jitterOf(const Track<Value>& track, float visible);

// Values that are held, in key_steps.cpp.

/// Between keys; closer ones are an intended jump.
inline constexpr double kJumpSeconds = 0.002;

/// Two keys that are closer are a step.
inline constexpr double kHeldSeconds = 1e-4;

/// Pairs of keys at nearly the same time, between which the value changes visibly.
template <typename Value>
size_t stepsOf(const Track<Value>& track, float visible);

/// How many keys each pose of a moving track is held for, if nearly all are held as long and the keys are evenly
/// spaced: 2 for animation on twos. 1: the track moves at each key, or in no such rhythm.
template <typename Value>
size_t heldKeys(const Track<Value>& track);

/// How many bones a clip turns, and how many of them change in steps only.
struct SteppedBones {
    size_t moving = 0, stepped = 0;

    /// A style, such as animation on twos.
    bool areMost() const;

    /// The same, or all of a few.
    bool areStyle() const { return areMost() || (moving > 0 && stepped == moving); }
};
SteppedBones steppedBones(const AnimationClip& clip);

// Rotations that turn all the way round, in key_turns.cpp.

/// A turn within a frame or a few keys: an Euler angle that wraps.
inline constexpr float kWrapDegrees = 270.0f;
inline constexpr double kWrapSeconds = 0.2;  // slower is a spin

/// Keys over which a rotation turns all the way round and ends near where it began, within half a second: `by` degrees.
std::optional<Pop> wholeTurn(const Track<glm::quat>& track);

/// The largest turn within one frame of the author, in degrees, and its time.
std::optional<std::pair<float, double>> turnWithinFrame(const Track<glm::quat>& track, double frameSeconds);

}  // namespace sinew
