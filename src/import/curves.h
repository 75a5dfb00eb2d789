#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "animation/clip.h"

namespace sinew {

/// How a file says that a value goes from one key to the next.
enum class Interpolation { linear, step, cubic, bezier, hermite, unknown };
const char* nameOf(Interpolation interpolation);
std::vector<std::string> namesOf(const std::set<Interpolation>& interpolations);

/// A value over time as a file's author drew it, in stretches: stretch i goes from times[i] to times[i + 1]; the last
/// one is only its beginning.
template <typename Value>
struct Curve {
    std::vector<double> times;  ///< seconds, finite, strictly ascending; one stands for a constant
    /// The value on a stretch, both ends included: where one stretch ends elsewhere than the next begins, it jumps.
    std::function<Value(size_t stretch, double timeSeconds)> at;
};

/// How many keys a file's curves may still be given. A file that asks for more is drawn with straighter lines.
struct KeyBudget {
    size_t left = size_t{1} << 22;
    bool exceeded = false;
};

/// Keys whose straight lines (for rotations: great arcs) stay within 1e-6 of the curve; for large numbers, within what
/// a float can tell. A jump becomes two keys, the old value up to the last instant before it, then the new one.
/// Values that are not finite are left out.
Track<float> bake(const Curve<double>& curve, KeyBudget& budget);
Track<glm::vec3> bake(const Curve<glm::dvec3>& curve, KeyBudget& budget);
Track<glm::quat> bake(const Curve<glm::dquat>& curve, KeyBudget& budget);

}  // namespace sinew
