#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "animation/clip/transform.h"

/// The largest difference between elements of two matrices.
inline float distance(const glm::mat4& a, const glm::mat4& b) {
    float largest = 0.0f;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row) {
            const float difference = std::abs(a[column][row] - b[column][row]);
            if (!(difference <= largest)) largest = difference;  // a NaN stays
        }
    return largest;
}

/// The angle between two rotations, in radians; q and -q are the same rotation. Also precise for small angles.
inline double angleRadians(const glm::quat& a, const glm::quat& b) {
    const glm::dquat p(a), q(b);
    const double minus = glm::length(p - q), plus = glm::length(p + q);
    return 4.0 * std::asin(std::min(1.0, 0.5 * std::min(minus, plus)));
}

/// The largest difference between two transforms: translation and scale in units, rotation in radians.
inline float distance(const sinew::Transform& a, const sinew::Transform& b) {
    return std::max({glm::length(a.translation - b.translation),
                     static_cast<float>(angleRadians(a.rotation, b.rotation)), glm::length(a.scale - b.scale)});
}

inline float distance(std::span<const sinew::Transform> a, std::span<const sinew::Transform> b) {
    float largest = a.size() == b.size() ? 0.0f : INFINITY;
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, distance(a[i], b[i]));
    return largest;
}

/// Equality bit for bit.
inline bool same(std::span<const sinew::Transform> a, std::span<const sinew::Transform> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}
