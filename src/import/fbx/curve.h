#pragma once

#include <vector>

#include "import/fbx/document.h"
#include "import/build/curves.h"

namespace sinew::fbx {

inline constexpr double kTicksPerSecond = 46186158000.0;

/// An animation curve as its author drew it; constant before the first and after the last key.
class AnimationCurve {
  public:
    /// `record` is an AnimationCurve of version 7. Keys that are not finite or not ascending are left out.
    explicit AnimationCurve(const Record& record);

    /// Seconds, ascending; empty for a curve without keys.
    const std::vector<double>& times() const { return times_; }

    /// How the segments interpolate; nothing for a single key.
    const Interpolations& interpolations() const { return interpolations_; }

    /// The value at `time`. `within` tells which side counts where the curve jumps: a time in the segment that is
    /// asked for.
    double at(double time, double within) const;

  private:
    enum class Shape : uint8_t { constant, next, linear, cubic };
    struct Segment {
        Shape shape = Shape::linear;
        double leaveTime = 0.0, leaveValue = 0.0;  ///< control points
        double arriveTime = 0.0, arriveValue = 0.0;
    };
    struct KeyReader;

    std::vector<double> times_, values_;
    std::vector<Segment> segments_;  ///< one less than keys
    Interpolations interpolations_;
};

}  // namespace sinew::fbx
