#include "animation/clip/transform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace sinew {
namespace {

using dmat3 = glm::dmat3;
using dvec3 = glm::dvec3;

// Shorter axes, relative to the longest or absolutely, are rounding errors and have no direction.
constexpr double kNegligible = 1e-12;
constexpr double kShortest = std::numeric_limits<float>::min();

// Below this, rounding dominates: lengths of directions, and how close a cosine is to -1.
constexpr double kUndefined = 1e-12;

/// Normalizes the axes, setting negligible ones to 0, and returns their lengths.
dvec3 normalizeAxes(dmat3& axes) {
    const dvec3 lengths(glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2]));
    const double negligible = std::max(kShortest, kNegligible * std::max({lengths.x, lengths.y, lengths.z}));
    for (int i = 0; i < 3; ++i)
        axes[i] = lengths[i] > negligible ? axes[i] / lengths[i] : dvec3(0.0);
    return lengths;
}

/// Orthonormal columns by Gram-Schmidt, in the order of `axes`; columns of length 0 are replaced.
dmat3 orthonormalized(dmat3 axes) {
    std::array<bool, 3> known{};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < i; ++j)
            if (known[j]) axes[i] -= glm::dot(axes[i], axes[j]) * axes[j];
        const double length = glm::length(axes[i]);
        known[i] = length > kNegligible;
        if (known[i]) axes[i] /= length;
    }
    const auto knownCount = std::count(known.begin(), known.end(), true);
    if (knownCount == 0) return dmat3(1.0);
    for (int i = 0; i < 3; ++i) {
        if (known[i]) continue;
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        axes[i] = known[a] && known[b] ? glm::cross(axes[a], axes[b]) : perpendicularTo(known[a] ? axes[a] : axes[b]);
        known[i] = true;
    }
    return axes;
}

/// The transform of an affine matrix with orthogonal axes. In double, since errors add up along chains of nodes.
Transform fromOrthogonal(const glm::dmat4& matrix) {
    dmat3 axes(matrix);
    dvec3 scale = normalizeAxes(axes);
    dmat3 rotation = orthonormalized(axes);
    if (glm::determinant(rotation) < 0.0) {
        rotation[0] = -rotation[0];
        scale.x = -scale.x;
    }
    return {glm::vec3(matrix[3]), glm::quat(glm::normalize(glm::quat_cast(rotation))), glm::vec3(scale)};
}

/// Eigenvectors (columns, right-handed) of a symmetric matrix by Jacobi's method (Golub and Van Loan, Matrix
/// Computations, 8.5).
dmat3 eigenvectors(dmat3 symmetric) {
    dmat3 vectors(1.0);
    for (int sweep = 0; sweep < 32; ++sweep) {
        for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            if (symmetric[q][p] == 0.0) continue;
            const double theta = (symmetric[q][q] - symmetric[p][p]) / (2.0 * symmetric[q][p]);
            const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
            const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
            dmat3 turn(1.0);
            turn[p][p] = c, turn[q][q] = c, turn[q][p] = s, turn[p][q] = -s;
            symmetric = glm::transpose(turn) * symmetric * turn;
            vectors = vectors * turn;
        }
    }
    return vectors;
}

}  // namespace

glm::mat4 matrixFrom(const Transform& transform) {
    glm::mat3 axes = glm::mat3_cast(transform.rotation);
    return {glm::vec4(axes[0] * transform.scale.x, 0.0f), glm::vec4(axes[1] * transform.scale.y, 0.0f),
            glm::vec4(axes[2] * transform.scale.z, 0.0f), glm::vec4(transform.translation, 1.0f)};
}

Transform transformFrom(const glm::mat4& matrix) {
    return fromOrthogonal(glm::dmat4(matrix));
}

bool hasShear(const glm::mat4& matrix, float tolerance) {
    dmat3 axes{glm::dmat4(matrix)};
    normalizeAxes(axes);
    for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}})
        if (std::abs(glm::dot(axes[a], axes[b])) > tolerance) return true;
    return false;
}

TransformPair splitShear(const glm::mat4& matrix) {
    // M^T M = V S^2 V^T, so the columns of M V are orthogonal: M V = U S, and M = (U S) V^T.
    const glm::dmat4 whole(matrix);
    const dmat3 axes(whole);
    dmat3 v = eigenvectors(glm::transpose(axes) * axes);
    // Longest first: a short column of M V is mostly rounding error and must not rotate the long ones.
    const auto swapUnlessLonger = [&](int a, int b) {
        if (glm::length(axes * v[a]) < glm::length(axes * v[b])) std::swap(v[a], v[b]);
    };
    swapUnlessLonger(0, 1), swapUnlessLonger(1, 2), swapUnlessLonger(0, 1);
    if (glm::determinant(v) < 0.0) v[2] = -v[2];
    glm::dmat4 outer(axes * v);
    outer[3] = whole[3];
    return {fromOrthogonal(outer), fromOrthogonal(glm::dmat4(glm::transpose(v)))};
}

glm::dvec3 perpendicularTo(const glm::dvec3& direction) {
    const glm::dvec3 other = std::abs(direction.x) < 0.8 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
    return glm::normalize(glm::cross(direction, other));
}

glm::dquat shortestRotation(const glm::dvec3& from, const glm::dvec3& to) {
    const double length = glm::length(from) * glm::length(to);
    if (!(length > kUndefined)) return kNoRotation;
    const double cosine = glm::dot(from, to) / length;
    if (cosine < -1.0 + kUndefined) return glm::dquat(0.0, perpendicularTo(glm::normalize(from)));
    // The half-way quaternion, without trigonometry.
    return glm::normalize(glm::dquat(1.0 + cosine, glm::cross(from, to) / length));
}

glm::dquat twistAbout(const glm::dquat& rotation, const glm::dvec3& axis) {
    const double along = glm::dot(glm::dvec3(rotation.x, rotation.y, rotation.z), axis);
    const double length = std::hypot(rotation.w, along);
    if (!(length > kUndefined)) return kNoRotation;
    return glm::dquat(rotation.w / length, axis * (along / length));
}

glm::dquat localRotation(const glm::mat4& worldFromNode, const glm::dquat& worldRotation) {
    const glm::dquat axes(transformFrom(worldFromNode).rotation);
    glm::dquat local = glm::conjugate(axes) * worldRotation * axes;
    // transformFrom() mirrors along x, which keeps the x of the axis and reverses the rotation.
    if (glm::determinant(glm::mat3(worldFromNode)) < 0.0f) {
        local.y = -local.y;
        local.z = -local.z;
    }
    return local;
}

}  // namespace sinew
