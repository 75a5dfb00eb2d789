#include "animation/inertial.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

// An offset this small has no direction of its own: rounding made it.
constexpr double kNoOffset = 1e-7;

/// The axis times the angle of the turn from `from` to `to`, the short way.
glm::dvec3 turnBetween(const glm::quat& from, const glm::quat& to) {
    glm::dquat turn = glm::dquat(to) * glm::conjugate(glm::dquat(from));
    if (turn.w < 0.0) turn = -turn;
    const glm::dvec3 axis(turn.x, turn.y, turn.z);
    const double sine = glm::length(axis);
    return sine > 0.0 ? axis * (2.0 * std::atan2(sine, turn.w) / sine) : axis;
}

/// The same turn as a whole turn more or less, whichever comes nearer to `to`: past half a turn the short way changes.
glm::dvec3 unwrapped(const glm::dvec3& turn, const glm::dvec3& to) {
    const double angle = glm::length(turn);
    if (angle == 0.0) return turn;
    const glm::dvec3 other = turn * (1.0 - 2.0 * std::numbers::pi / angle);
    return glm::length(other - to) < glm::length(turn - to) ? other : turn;
}

glm::quat turnBy(const glm::vec3& turn) {
    const float angle = glm::length(turn);
    return angle > 0.0f ? glm::angleAxis(angle, turn / angle) : glm::quat(1.0f, 0.0f, 0.0f, 0.0f);
}

}  // namespace

OffsetDecay decayFrom(double start, double velocityPerSecond, double durationSeconds) {
    OffsetDecay decay{.start = start, .durationSeconds = durationSeconds};
    // Bollo's two limits: faster than this, or with less than this acceleration, the polynomial would dip below 0.
    if (velocityPerSecond < 0.0) decay.durationSeconds = std::min(durationSeconds, -5.0 * start / velocityPerSecond);
    decay.velocity = velocityPerSecond * decay.durationSeconds;
    decay.acceleration = std::max(0.0, -8.0 * decay.velocity - 20.0 * start);
    return decay;
}

double remaining(const OffsetDecay& decay, double seconds) {
    if (seconds >= decay.durationSeconds) return 0.0;
    // Bollo's polynomial with its triple root at the end taken out, which keeps it exact and not below 0 there.
    const double ratio = std::max(seconds, 0.0) / decay.durationSeconds, left = 1.0 - ratio;
    const double first = 3.0 * decay.start + decay.velocity;
    const double second = 6.0 * decay.start + 3.0 * decay.velocity + 0.5 * decay.acceleration;
    return std::max(0.0, left * left * left * (decay.start + ratio * (first + ratio * second)));
}

InertialBlend::InertialBlend(size_t nodeCount) : offsets_(nodeCount), last_(nodeCount), beforeLast_(nodeCount) {}

InertialBlend::Offset InertialBlend::offsetOf(const glm::dvec3& now, const glm::dvec3& before, double stepSeconds,
                                              double durationSeconds) {
    const glm::dvec3 velocity = stepSeconds > 0.0 ? (now - before) / stepSeconds : glm::dvec3(0.0);
    const double size = glm::length(now);
    const glm::dvec3 direction = size > kNoOffset ? now / size : glm::dvec3(0.0);
    const double speedAlong = glm::dot(velocity, direction);
    const glm::dvec3 across = velocity - speedAlong * direction;
    const double speedAcross = glm::length(across);
    return {.direction = glm::vec3(direction),
            .acrossDirection = speedAcross > 0.0 ? glm::vec3(across / speedAcross) : glm::vec3(0.0f),
            .along = decayFrom(size, speedAlong, durationSeconds),
            .across = decayFrom(0.0, speedAcross, durationSeconds)};
}

glm::vec3 InertialBlend::left(const Offset& offset, double seconds) {
    return offset.direction * static_cast<float>(remaining(offset.along, seconds)) +
           offset.acrossDirection * static_cast<float>(remaining(offset.across, seconds));
}

void InertialBlend::begin(std::span<const Transform> target, std::span<const Transform> targetBefore,
                          double durationSeconds) {
    assert(target.size() == last_.size() && targetBefore.size() == last_.size());
    elapsedSeconds_ = 0.0;
    durationSeconds_ = given_ > 0 ? durationSeconds : 0.0;
    if (!active()) return;
    for (size_t i = 0; i < offsets_.size(); ++i) {
        const Transform &now = last_[i], &before = beforeLast_[i], &to = target[i], &toBefore = targetBefore[i];
        const glm::dvec3 turn = turnBetween(to.rotation, now.rotation);
        const glm::dvec3 turnBefore = unwrapped(turnBetween(toBefore.rotation, before.rotation), turn);
        offsets_[i] = {offsetOf(now.translation - to.translation, before.translation - toBefore.translation,
                                stepSeconds_, durationSeconds),
                       offsetOf(turn, turnBefore, stepSeconds_, durationSeconds),
                       offsetOf(now.scale - to.scale, before.scale - toBefore.scale, stepSeconds_, durationSeconds)};
    }
}

void InertialBlend::advance(double seconds, std::span<const Transform> target, std::span<Transform> out) {
    assert(target.size() == last_.size() && out.size() == last_.size());
    const bool moves = seconds > 0.0;
    if (moves) elapsedSeconds_ += seconds;
    if (active()) {
        for (size_t i = 0; i < offsets_.size(); ++i) {
            const NodeOffset& offset = offsets_[i];
            out[i] = {.translation = target[i].translation + left(offset.translation, elapsedSeconds_),
                      .rotation = glm::normalize(turnBy(left(offset.rotation, elapsedSeconds_)) * target[i].rotation),
                      .scale = target[i].scale + left(offset.scale, elapsedSeconds_)};
        }
    } else if (out.data() != target.data()) {
        std::copy(target.begin(), target.end(), out.begin());
    }
    if (moves && given_ > 0) {
        last_.swap(beforeLast_);
        stepSeconds_ = seconds;
    }
    given_ = moves ? std::min(given_ + 1, 2) : std::max(given_, 1);
    std::copy(out.begin(), out.end(), last_.begin());
}

void InertialBlend::forget() {
    given_ = 0;
    stepSeconds_ = elapsedSeconds_ = durationSeconds_ = 0.0;
}

}  // namespace sinew
