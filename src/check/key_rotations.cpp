#include "check/key_rotations.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr size_t kMostKeys = 12;        // keys of a track
constexpr size_t kMostRotations = 256;  // rotations of a bone at rest and in all clips

void addSamples(const Track<glm::quat>& track, Rotations& rotations) {
    const size_t stride = track.size() / kMostKeys + 1;
    for (size_t key = 0; key < track.size(); key += stride)
        rotations.push_back(track.values[key]);
}

}  // namespace

std::vector<std::vector<Rotations>> sampledRotations(const Model& model, const std::vector<bool>& isBone) {
    std::vector<std::vector<Rotations>> sampled(model.clips.size());
    for (size_t c = 0; c < model.clips.size(); ++c) {
        sampled[c].resize(model.hierarchy.size());
        for (const Channel& channel : model.clips[c].channels)
            if (isBone[channel.node]) addSamples(channel.rotation, sampled[c][channel.node]);
    }
    return sampled;
}

float nearestOf(const Rotations& rotations, const Rotations& others) {
    float most = 0.0f;
    for (const glm::quat& one : rotations)
        for (const glm::quat& other : others)
            most = std::max(most, std::abs(glm::dot(one, other)));
    return 2.0f * std::acos(std::min(1.0f, most)) * 180.0f / std::numbers::pi_v<float>;
}

float meanNearest(const Rotations& rotations, const Rotations& others) {
    float sum = 0.0f;
    for (const glm::quat& one : rotations)
        sum += nearestOf({one}, others);
    return sum / static_cast<float>(rotations.size());
}

std::vector<FromClip> allOf(const Model& model, const std::vector<std::vector<Rotations>>& sampled, uint32_t node) {
    size_t count = 0;
    for (const std::vector<Rotations>& clip : sampled)
        count += clip[node].size();
    const size_t stride = count / kMostRotations + 1;
    std::vector<FromClip> all{{model.hierarchy.rest[node].rotation, std::nullopt}};
    size_t at = 0;
    for (size_t c = 0; c < sampled.size(); ++c)
        for (const glm::quat& rotation : sampled[c][node])
            if (at++ % stride == 0) all.push_back({rotation, c});
    return all;
}

Rotations elsewhere(const std::vector<FromClip>& all, size_t clip) {
    Rotations rotations;
    for (const FromClip& one : all)
        if (one.clip != clip) rotations.push_back(one.rotation);
    return rotations;
}

}  // namespace sinew
