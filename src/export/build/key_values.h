#pragma once

#include <algorithm>
#include <vector>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace sinew::exporting {

// The values of keys - numbers, vectors, rotations - in double precision, as the difference of two keys may be less
// than a float can tell.

inline double widen(float value) {
    return static_cast<double>(value);
}
inline glm::dvec3 widen(const glm::vec3& value) {
    return glm::dvec3(value);
}
inline glm::dquat widen(const glm::quat& value) {
    return glm::normalize(glm::dquat(value));
}

inline float narrow(double value) {
    return static_cast<float>(value);
}
inline glm::vec3 narrow(const glm::dvec3& value) {
    return glm::vec3(value);
}
inline glm::quat narrow(const glm::dquat& value) {
    return glm::quat(value);
}

/// How far two values are apart; rotations as vectors of four numbers, where q and -q are equal.
using glm::distance;
inline double distance(const glm::dquat& a, const glm::dquat& b) {
    return std::min(glm::length(a - b), glm::length(a + b));
}

template <typename Value>
double magnitude(const Value& value) {
    return glm::length(widen(value));
}
inline double magnitude(const glm::quat&) {
    return 1.0;
}

/// The numbers of values in glTF's order, in which GLM has them.
template <typename Value>
std::vector<float> numbersOf(const std::vector<Value>& values) {
    const auto* first = reinterpret_cast<const float*>(values.data());
    return {first, first + values.size() * sizeof(Value) / sizeof(float)};
}

}  // namespace sinew::exporting
