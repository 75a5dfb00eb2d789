#pragma once

#include <vector>

#include "import/build/curves.h"
#include "import/fbx/document.h"

namespace sinew::fbx {

/// An animation curve as its author drew it, also before the first and after the last key.
class AnimationCurve {
  public:
    /// `record` is an AnimationCurve of version 7. Keys that are not finite are left out. One that is not later than
    /// those before it ends the segment in which it lies, and the curve goes on from it.
    AnimationCurve(const Record& record, double ticksPerSecond);

    /// The times of the keys: seconds, ascending; empty for a curve without keys.
    const std::vector<double>& times() const { return times_; }

    /// times(), and from `first` to `last` the times of the repetitions before and after the keys.
    std::vector<double> timesWithin(double first, double last) const;

    /// Whether the curve is not constant beyond its keys.
    bool isRepeated() const { return before_.kind != 'C' || after_.kind != 'C'; }

    /// Whether the keys were out of order, or two at one time; and how many were not finite.
    bool isReordered() const { return isReordered_; }
    size_t dropped() const { return dropped_; }

    /// How the segments interpolate; nothing for a single key.
    const Interpolations& interpolations() const { return interpolations_; }

    /// The value at `time`. `within` tells which side counts where the curve jumps: a time in the segment that is
    /// asked for.
    double at(double time, double within) const;

  private:
    enum class Shape : uint8_t { constant, next, linear, cubic };
    struct Segment {
        Shape shape = Shape::linear;
        double start = 0.0, end = 0.0, from = 0.0, to = 0.0;
        double leaveTime = 0.0, leaveValue = 0.0;  ///< control points
        double arriveTime = 0.0, arriveValue = 0.0;
    };
    /// How a curve goes on beyond its keys.
    struct Extrapolation {
        char kind = 'C';     ///< constant, R repeated, A repeated from the end, M mirrored, K along its slope
        double most = -1.0;  ///< repetitions; negative: endless
        double slope = 0.0;
        bool repeats() const { return kind == 'R' || kind == 'A' || kind == 'M'; }
    };
    struct Keys;
    void addSegments(const Keys& keys);
    void cutAt(double time, double value);
    static Extrapolation extrapolationOf(const Record& record, std::string_view name);
    double beyond(double time, double within, bool before) const;

    std::vector<double> times_, values_;
    std::vector<Segment> segments_;  ///< one less than times
    Extrapolation before_, after_;
    bool isReordered_ = false;
    size_t dropped_ = 0;
    mutable size_t last_ = 0;  ///< the segment that was asked for last
    Interpolations interpolations_;
};

}  // namespace sinew::fbx
