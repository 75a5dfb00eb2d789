#include "viewer/panel/bone_curves.h"

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "animation/sample.h"

namespace sinew {
namespace {

glm::vec3 rotationVectorDegrees(glm::quat rotation) {
    if (rotation.w < 0.0f) rotation = -rotation;
    const glm::vec3 axis(rotation.x, rotation.y, rotation.z);
    const float sine = glm::length(axis);
    if (sine < 1e-7f) return glm::vec3(0.0f);
    return axis / sine * glm::degrees(2.0f * std::atan2(sine, rotation.w));
}

}  // namespace

bool BoneCurves::moves(Group group) const {
    if (!channel_) return false;
    switch (group) {
        case translation:
            return !channel_->translation.empty();
        case rotation:
            return !channel_->rotation.empty();
        case scale:
            return !channel_->scale.empty();
        default:
            return false;
    }
}

void BoneCurves::show(const Model& model, uint32_t node, std::optional<size_t> clip) {
    const Shown wanted{node, clip};
    if (shown_ == wanted) return;
    shown_ = wanted;
    channel_ = nullptr;
    keyTimes_.clear();
    if (!clip) return;
    const AnimationClip& played = model.clips[*clip];
    const auto found = std::find_if(played.channels.begin(), played.channels.end(),
                                    [&](const Channel& channel) { return channel.node == node; });
    if (found == played.channels.end()) return;
    channel_ = &*found;
    const auto addTimes = [&](const auto& track) {
        keyTimes_.insert(keyTimes_.end(), track.times.begin(), track.times.end());
    };
    addTimes(channel_->translation);
    addTimes(channel_->rotation);
    addTimes(channel_->scale);
    std::sort(keyTimes_.begin(), keyTimes_.end());
    keyTimes_.erase(std::unique(keyTimes_.begin(), keyTimes_.end()), keyTimes_.end());
    sampleCurves(played, model.hierarchy.rest[node]);
}

void BoneCurves::sampleCurves(const AnimationClip& clip, const Transform& rest) {
    const glm::quat first = sampleChannel(*channel_, rest, 0.0).rotation;
    for (size_t i = 0; i < kSamples; ++i) {
        const double time = clip.durationSeconds * static_cast<double>(i) / (kSamples - 1);
        const Transform local = sampleChannel(*channel_, rest, time);
        const glm::vec3 turned = rotationVectorDegrees(glm::conjugate(first) * local.rotation);
        for (int axis = 0; axis < 3; ++axis) {
            curves_[translation][static_cast<size_t>(axis)][i] = local.translation[axis];
            curves_[rotation][static_cast<size_t>(axis)][i] = turned[axis];
            curves_[scale][static_cast<size_t>(axis)][i] = local.scale[axis];
        }
    }
}

}  // namespace sinew
