#pragma once

#include <optional>
#include <vector>

#include "animation/clip/clip.h"

namespace sinew::exporting {

/// Keys as a glTF sampler has them.
struct Keys {
    enum class Kind { linear, step, cubic };

    Kind kind = Kind::linear;
    std::vector<float> times;   ///< strictly ascending, from 0 on
    std::vector<float> values;  ///< `width` per key; for Kind::cubic in-tangents, values and out-tangents
    size_t width = 1;
};

/// How the keys of a track are written.
struct KeyOptions {
    double durationSeconds = 0.0;  ///< keys after it are cut off
    /// How far keys may be from the track, in its units, for a quaternion of its length.
    double tolerance = 0.0;
    bool keepsAll = false;                  ///< keys that the others imply
    std::optional<double> framesPerSecond;  ///< resample at a fixed rate
    bool takesSplines = true;               ///< write Track::authored where the keys are on it
};

/// The keys of a track, which is not empty. Tracks whose keys are on their authored curve
/// are Kind::cubic, and those that only jump Kind::step. Other jumps become two keys, one
/// representable time apart.
Keys keysOf(const Track<float>& track, const KeyOptions& options);
Keys keysOf(const Track<glm::vec3>& track, const KeyOptions& options);
Keys keysOf(const Track<glm::quat>& track, const KeyOptions& options);

/// The keys of several tracks of weights as one, with a value of each at each time; `rest` stands in for empty tracks.
Keys joinedKeys(const std::vector<const Track<float>*>& tracks, const std::vector<float>& rest,
                const KeyOptions& options);

/// Adds a last key that holds the value until `durationSeconds`, if the keys end before.
void extendTo(double durationSeconds, Keys& keys);

}  // namespace sinew::exporting
