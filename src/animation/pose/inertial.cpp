#include "animation/pose/inertial.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

// Smaller offsets are rounding errors and have no direction.
constexpr double kMinOffset = 1e-7;

/// The rotation vector (axis times angle) from `from` to `to`, by the short arc.
glm::dvec3 rotationVector(const glm::quat& from, const glm::quat& to) {
    glm::dquat rotation = glm::dquat(to) * glm::conjugate(glm::dquat(from));
    if (rotation.w < 0.0) rotation = -rotation;
    const glm::dvec3 axis(rotation.x, rotation.y, rotation.z);
    const double sine = glm::length(axis);
    return sine > 0.0 ? axis * (2.0 * std::atan2(sine, rotation.w) / sine) : axis;
}

/// `vector`, or the same rotation the other way round, whichever is nearer to `to`: the short arc flips at half a turn.
glm::dvec3 unwrapped(const glm::dvec3& vector, const glm::dvec3& to) {
    const double angle = glm::length(vector);
    if (angle == 0.0) return vector;
    const glm::dvec3 other = vector * (1.0 - 2.0 * std::numbers::pi / angle);
    return glm::length(other - to) < glm::length(vector - to) ? other : vector;
}

glm::quat rotationFrom(const glm::vec3& vector) {
    const float angle = glm::length(vector);
    return angle > 0.0f ? glm::angleAxis(angle, vector / angle) : glm::quat(1.0f, 0.0f, 0.0f, 0.0f);
}

}  // namespace

OffsetDecay decayFrom(double start, double velocityPerSecond, double durationSeconds) {
    OffsetDecay decay{.start = start, .durationSeconds = durationSeconds};
    // Bollo's two limits, which keep the polynomial from dipping below 0.
    if (velocityPerSecond < 0.0) decay.durationSeconds = std::min(durationSeconds, -5.0 * start / velocityPerSecond);
    decay.velocity = velocityPerSecond * decay.durationSeconds;
    decay.acceleration = std::max(0.0, -8.0 * decay.velocity - 20.0 * start);
    return decay;
}

double remaining(const OffsetDecay& decay, double seconds) {
    if (seconds >= decay.durationSeconds) return 0.0;
    // Bollo's polynomial with its triple root at the end factored out: exact and not negative there.
    const double ratio = std::max(seconds, 0.0) / decay.durationSeconds, left = 1.0 - ratio;
    const double first = 3.0 * decay.start + decay.velocity;
    const double second = 6.0 * decay.start + 3.0 * decay.velocity + 0.5 * decay.acceleration;
    return std::max(0.0, left * left * left * (decay.start + ratio * (first + ratio * second)));
}

InertialBlend::InertialBlend(size_t nodeCount, size_t morphCount)
    : offsets_(nodeCount),
      morphOffsets_(morphCount),
      last_(nodeCount),
      beforeLast_(nodeCount),
      lastMorphs_(morphCount) {}

InertialBlend::Offset InertialBlend::offsetOf(const glm::dvec3& now, const glm::dvec3& before, double stepSeconds,
                                              double durationSeconds) {
    const glm::dvec3 velocity = stepSeconds > 0.0 ? (now - before) / stepSeconds : glm::dvec3(0.0);
    const double size = glm::length(now);
    const glm::dvec3 direction = size > kMinOffset ? now / size : glm::dvec3(0.0);
    const double speedAlong = glm::dot(velocity, direction);
    const glm::dvec3 across = velocity - speedAlong * direction;
    const double speedAcross = glm::length(across);
    return {.direction = glm::vec3(direction),
            .acrossDirection = speedAcross > 0.0 ? glm::vec3(across / speedAcross) : glm::vec3(0.0f),
            .along = decayFrom(size, speedAlong, durationSeconds),
            .across = decayFrom(0.0, speedAcross, durationSeconds)};
}

glm::vec3 InertialBlend::remainingOffset(const Offset& offset, double seconds) {
    return offset.direction * static_cast<float>(remaining(offset.along, seconds)) +
           offset.acrossDirection * static_cast<float>(remaining(offset.across, seconds));
}

void InertialBlend::begin(const PoseView& target, const PoseView& targetBefore, double durationSeconds) {
    assert(target.nodes.size() == last_.size() && targetBefore.nodes.size() == last_.size());
    elapsedSeconds_ = 0.0;
    durationSeconds_ = outputs_ > 0 ? durationSeconds : 0.0;
    if (!active()) return;
    for (size_t i = 0; i < offsets_.size(); ++i) {
        const Transform &now = last_[i], &before = beforeLast_[i];
        const Transform &to = target.nodes[i], &toBefore = targetBefore.nodes[i];
        const glm::dvec3 rotation = rotationVector(to.rotation, now.rotation);
        const glm::dvec3 rotationBefore = unwrapped(rotationVector(toBefore.rotation, before.rotation), rotation);
        offsets_[i] = {offsetOf(now.translation - to.translation, before.translation - toBefore.translation,
                                stepSeconds_, durationSeconds),
                       offsetOf(rotation, rotationBefore, stepSeconds_, durationSeconds),
                       offsetOf(now.scale - to.scale, before.scale - toBefore.scale, stepSeconds_, durationSeconds)};
    }
    for (size_t i = 0; i < morphOffsets_.size(); ++i)
        morphOffsets_[i] = lastMorphs_[i] - target.morphs[i];
    morphDecay_ = decayFrom(1.0, 0.0, durationSeconds);
}

void InertialBlend::addOffsets(const PoseSpan& pose) const {
    for (size_t i = 0; i < offsets_.size(); ++i) {
        const NodeOffset& offset = offsets_[i];
        Transform& node = pose.nodes[i];
        node.translation += remainingOffset(offset.translation, elapsedSeconds_);
        node.rotation = glm::normalize(rotationFrom(remainingOffset(offset.rotation, elapsedSeconds_)) * node.rotation);
        node.scale += remainingOffset(offset.scale, elapsedSeconds_);
    }
    const auto share = static_cast<float>(remaining(morphDecay_, elapsedSeconds_));
    for (size_t i = 0; i < morphOffsets_.size(); ++i)
        pose.morphs[i] += share * morphOffsets_[i];
}

void InertialBlend::advance(double seconds, const PoseSpan& pose) {
    assert(pose.nodes.size() == last_.size() && pose.morphs.size() == lastMorphs_.size());
    const bool moves = seconds > 0.0;
    if (moves) elapsedSeconds_ += seconds;
    if (active()) addOffsets(pose);
    if (moves && outputs_ > 0) {
        last_.swap(beforeLast_);
        stepSeconds_ = seconds;
    }
    outputs_ = moves ? std::min(outputs_ + 1, 2) : std::max(outputs_, 1);
    std::ranges::copy(pose.nodes, last_.begin());
    std::ranges::copy(pose.morphs, lastMorphs_.begin());
}

void InertialBlend::reset() {
    outputs_ = 0;
    stepSeconds_ = elapsedSeconds_ = durationSeconds_ = 0.0;
}

}  // namespace sinew
