#include "export/fbx/euler.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <glm/gtc/constants.hpp>
#include <glm/mat3x3.hpp>
#include <glm/trigonometric.hpp>

#include "animation/clip/sample.h"
#include "export/build/key_values.h"

namespace sinew::exporting {
namespace {

/// The angle plus as many turns as bring it nearest to `near`.
glm::dvec3 turnedTo(const glm::dvec3& degrees, const glm::dvec3& near) {
    return degrees + 360.0 * glm::round((near - degrees) / 360.0);
}

/// How fast the angles change where the rotation turns by `velocity`, a vector of radians per second in space.
glm::dvec3 slopesOf(const glm::dvec3& degrees, const glm::dvec3& velocity) {
    const glm::dvec3 radians = glm::radians(degrees);
    const double cz = std::cos(radians.z), sz = std::sin(radians.z), cy = std::cos(radians.y);
    const double x = (velocity.x * cz + velocity.y * sz) / (std::abs(cy) > 1e-12 ? cy : 1e-12);
    return glm::degrees(glm::dvec3(x, velocity.y * cz - velocity.x * sz, velocity.z + x * std::sin(radians.y)));
}

glm::dvec3 valueOn(const EulerKey& from, const EulerKey& to, double s) {
    const glm::dvec3 a(from.degrees), b(to.degrees);
    if (!from.isCubic) return a + (b - a) * s;
    const double length = to.time - from.time, s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * a + length * (s3 - 2 * s2 + s) * glm::dvec3(from.leave) + (3 * s2 - 2 * s3) * b +
           length * (s3 - s2) * glm::dvec3(from.arrive);
}

/// A rotation from key to key.
struct Arc {
    double begin = 0.0, duration = 0.0;
    glm::dquat from{}, to{};
    glm::dvec3 velocity{0.0};
    double locked = 0.0;  ///< time of the nearest approach to gimbal lock, where angles change fastest

    glm::dquat at(double time) const { return between(from, to, (time - begin) / duration); }
    double errorOf(const EulerKey& first, const EulerKey& last) const {
        double worst = 0.0;
        const double length = last.time - first.time;
        for (const double s : {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, (locked - first.time) / length})
            if (s > 0.0 && s < 1.0)
                worst = std::max(worst, distance(rotationOf(valueOn(first, last, s)), at(first.time + s * length)));
        return worst;
    }
};

Arc arcOf(double start, double end, const glm::dquat& from, const glm::dquat& to) {
    glm::dquat turn = to * glm::conjugate(from);
    if (turn.w < 0.0) turn = -turn;
    const glm::dvec3 sine(turn.x, turn.y, turn.z);
    const double angle = 2.0 * std::atan2(glm::length(sine), turn.w);
    Arc arc{start, end - start, from, to};
    if (!(angle > 0.0)) return arc;
    const glm::dvec3 axis = glm::normalize(sine), x = from * glm::dvec3(1.0, 0.0, 0.0);  // which lock brings to Z
    arc.velocity = axis * (angle / arc.duration);
    const double at = std::atan2(glm::cross(axis, x).z, x.z - axis.z * glm::dot(axis, x));
    arc.locked = start + arc.duration * (at < 0.0 ? at + glm::pi<double>() : at) / angle;
    return arc;
}

}  // namespace

glm::dquat rotationOf(const glm::dvec3& degrees) {
    const auto about = [&](int axis) {
        const double half = 0.5 * glm::radians(degrees[axis]);
        glm::dquat turn(std::cos(half), 0.0, 0.0, 0.0);
        turn[axis] = std::sin(half);  // x, y, z, w
        return turn;
    };
    return about(2) * about(1) * about(0);
}

glm::dvec3 eulerNear(const glm::dquat& rotation, const glm::dvec3& near) {
    const glm::dmat3 m = glm::mat3_cast(rotation);  // columns
    const double cosine = std::hypot(m[0][0], m[0][1]), y = glm::degrees(std::atan2(-m[0][2], cosine));
    constexpr double kLocked = 1e-9;
    if (cosine < kLocked) {  // only the sum or the difference of x and z counts
        const double sign = y > 0.0 ? 1.0 : -1.0, wanted = near.x - sign * near.z;
        const double sum = glm::degrees(std::atan2(-m[2][1], m[1][1]));
        const double half = 0.5 * (wanted - sum - 360.0 * std::round((wanted - sum) / 360.0));
        return turnedTo({near.x - half, y, near.z + sign * half}, near);
    }
    const glm::dvec3 one(glm::degrees(std::atan2(m[1][2], m[2][2])), y, glm::degrees(std::atan2(m[0][1], m[0][0])));
    const glm::dvec3 a = turnedTo(one, near), b = turnedTo({one.x + 180.0, 180.0 - y, one.z + 180.0}, near);
    return glm::length(a - near) <= glm::length(b - near) ? a : b;
}

std::vector<EulerKey> eulerKeys(const std::vector<float>& times, const std::vector<glm::quat>& rotations,
                                double tolerance) {
    constexpr double kShortest = 1e-6;   // seconds between keys that are added
    constexpr float kMostTurn = 120.0f;  // degrees from key to key: beyond, some readers turn the other way
    std::vector<EulerKey> keys{{widen(times[0]), glm::vec3(eulerNear(widen(rotations[0]), glm::dvec3(0.0)))}};
    for (size_t i = 1; i < times.size(); ++i) {
        const Arc arc = arcOf(widen(times[i - 1]), widen(times[i]), widen(rotations[i - 1]), widen(rotations[i]));
        std::vector<double> ends{widen(times[i])};
        while (!ends.empty()) {
            EulerKey& first = keys.back();
            const double end = ends.back();
            EulerKey last{end, glm::vec3(eulerNear(arc.at(end), glm::dvec3(first.degrees)))};
            first.isCubic = false;
            const bool canSplit = std::isfinite(tolerance) && end - first.time > kShortest;
            const glm::vec3 change = glm::abs(last.degrees - first.degrees);
            if (canSplit && std::max({change.x, change.y, change.z}) > kMostTurn) {
                ends.push_back(0.5 * (first.time + end));
                continue;
            }
            // After many turns, floats of degrees tell less.
            const double allowed = std::max(tolerance, 1e-7 * glm::length(glm::radians(glm::dvec3(last.degrees))));
            const double straight = arc.errorOf(first, last);
            if (straight > allowed) {
                first.isCubic = true;
                first.leave = glm::vec3(slopesOf(glm::dvec3(first.degrees), arc.velocity));
                first.arrive = glm::vec3(slopesOf(glm::dvec3(last.degrees), arc.velocity));
                const double bent = arc.errorOf(first, last);
                if (!(bent <= allowed) && canSplit) {
                    ends.push_back(0.5 * (first.time + end));
                    continue;
                }
                if (!(bent < straight)) first.isCubic = false;
            }
            keys.push_back(last);
            ends.pop_back();
        }
    }
    return keys;
}

}  // namespace sinew::exporting
