#pragma once

#include <algorithm>
#include <cmath>
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
inline double distance(double a, double b) {
    return std::abs(a - b);
}
inline double distance(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::length(a - b);
}
inline double distance(const glm::dquat& a, const glm::dquat& b) {
    return std::min(glm::length(a - b), glm::length(a + b));
}

inline double magnitude(float value) {
    return std::abs(widen(value));
}
inline double magnitude(const glm::vec3& value) {
    return glm::length(widen(value));
}
inline double magnitude(const glm::quat&) {
    return 1.0;
}

/// Appends the numbers of a value in glTF's order.
inline void append(float value, std::vector<float>& out) {
    out.push_back(value);
}
inline void append(const glm::vec3& value, std::vector<float>& out) {
    out.insert(out.end(), {value.x, value.y, value.z});
}
inline void append(const glm::quat& value, std::vector<float>& out) {
    out.insert(out.end(), {value.x, value.y, value.z, value.w});
}

}  // namespace sinew::exporting
