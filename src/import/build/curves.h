#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <set>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "animation/clip/clip.h"

namespace sinew {

/// How a file interpolates between keys.
enum class Interpolation { linear, step, cubic, bezier, hermite, unknown };
using Interpolations = std::set<Interpolation>;
std::vector<std::string> namesOf(const Interpolations& interpolations);

/// The indices of the keys with a finite time that are usable (`isUsable(index)`), by ascending time; of keys at equal
/// times, only the last one.
template <typename Time, typename IsUsable>
std::vector<size_t> keyOrder(const std::vector<Time>& times, const IsUsable& isUsable) {
    std::vector<size_t> order;
    for (size_t i = 0; i < times.size(); ++i)
        if (std::isfinite(times[i]) && isUsable(i)) order.push_back(i);
    std::ranges::stable_sort(order, {}, [&](size_t i) { return times[i]; });
    const auto isSameTime = [&](size_t a, size_t b) { return times[a] == times[b]; };
    order.erase(order.begin(), std::unique(order.rbegin(), order.rend(), isSameTime).base());
    return order;
}

/// A value over time as its author drew it. Segment i goes from times[i] to times[i + 1]; the last one has only its
/// start.
template <typename Value>
struct Curve {
    std::vector<double> times;  ///< seconds, finite, strictly ascending; one time: a constant
    /// The value on a segment, both ends included. Where a segment ends at another value than the next begins, it
    /// jumps.
    std::function<Value(size_t segment, double timeSeconds)> at;
};

/// The point at the parameter `s` of a cubic Bezier curve with the ends p0 and p1 and the control points c0 and c1.
double cubicBezier(double p0, double c0, double c1, double p1, double s);

/// The parameter at which a cubic Bezier curve of times reaches `time`, which lies between its ends.
double parameterAt(double p0, double c0, double c1, double p1, double time);

/// Number of keys that the curves of a file may still get. Beyond that, curves become coarser.
struct KeyBudget {
    size_t left = size_t{1} << 22;
    bool exceeded = false;
};

/// Distances of quaternions.
struct RotationTolerance {
    double tolerance = 1e-6;  ///< of keys from the curve
    double kept = 0.0;        ///< a segment that is this near to the shortest rotation between its ends gets no keys
};

/// Converts a curve to keys whose linear interpolation (slerp for rotations) stays within 1e-6 of it, or within float
/// precision for large numbers. A jump becomes two keys: the old value one representable instant before, then the new
/// one. Values that are not finite are dropped. Vectors and numbers of which every segment is a cubic polynomial of
/// time also keep these (Track::authored).
Track<float> bake(const Curve<double>& curve, KeyBudget& budget);
Track<glm::vec3> bake(const Curve<glm::dvec3>& curve, KeyBudget& budget);
Track<glm::quat> bake(const Curve<glm::dquat>& curve, KeyBudget& budget, const RotationTolerance& allowed = {});

/// The clip's channel for that node, added when there is none.
Channel& channelOf(AnimationClip& clip, uint32_t node);

/// True when the clip has a channel for that morph weight.
bool isMoved(const AnimationClip& clip, uint32_t weight);

/// Lowers clip.authoredFrameSeconds (0: unknown) to the mean time between these keys, the author's frame. Keys that
/// bake() adds do not count.
void noteFrame(AnimationClip& clip, const std::vector<double>& keyTimes);

}  // namespace sinew
