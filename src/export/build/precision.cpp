#include "export/build/precision.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "model/poses.h"

namespace sinew::exporting {
namespace {

constexpr double kLeastReach = 0.05;  // of the model's size: what a leaf may carry

double largestOf(const glm::vec3& scale) {
    return static_cast<double>(std::max({std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)}));
}

double lengthOf(const glm::vec3& value) {
    return static_cast<double>(glm::length(value));
}

}  // namespace

Precision::Precision(const Model& model, double tolerance)
    : model_(model), ownReach_(model.hierarchy.size()), reach_(model.hierarchy.size()) {
    const double size = static_cast<double>(restPoseOf(model).size);
    allowed_ = tolerance * size;
    least_ = kLeastReach * size;
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        for (size_t v = 0; v < mesh.vertexCount(); ++v)
            forEachInfluence(mesh, v, [&](uint32_t bone, uint16_t) {
                const Bone& moving = instance.bones[bone];
                const double distance =
                    lengthOf(glm::vec3(moving.inverseBindMatrix * glm::vec4(mesh.positions[v], 1.0f)));
                ownReach_[moving.node] = std::max(ownReach_[moving.node], distance);
            });
    }
}

void Precision::begin(const AnimationClip& clip) {
    const NodeHierarchy& hierarchy = model_.hierarchy;
    std::vector<double> distance;
    std::vector<int> tracks(hierarchy.size());  // of a node and those above it
    parentScale_.assign(hierarchy.size(), 1.0);
    scale_.clear();
    for (const Transform& rest : hierarchy.rest) {
        distance.push_back(lengthOf(rest.translation));
        scale_.push_back(largestOf(rest.scale));
    }
    for (const Channel& channel : clip.channels) {
        for (const glm::vec3& value : channel.translation.values)
            distance[channel.node] = std::max(distance[channel.node], lengthOf(value));
        for (const glm::vec3& value : channel.scale.values)
            scale_[channel.node] = std::max(scale_[channel.node], largestOf(value));
        tracks[channel.node] =
            (channel.translation.size() > 1) + (channel.rotation.size() > 1) + (channel.scale.size() > 1);
    }
    reach_ = ownReach_;
    for (size_t n = hierarchy.size(); n-- > 0;)
        if (const int32_t parent = hierarchy.parents[n]; parent != kNoParent) {
            double& reach = reach_[static_cast<size_t>(parent)];
            reach = std::max(reach, distance[n] + scale_[n] * reach_[n]);
        }
    const int morphs = clip.morphs.empty() ? 0 : 1;
    int most = 1 - morphs;
    for (size_t n = 0; n < hierarchy.size(); ++n) {
        if (const int32_t parent = hierarchy.parents[n]; parent != kNoParent) {
            const auto p = static_cast<size_t>(parent);
            parentScale_[n] = parentScale_[p] * scale_[p];
            tracks[n] += tracks[p];
        }
        most = std::max(most, tracks[n]);
    }
    perTrack_ = allowed_ / (most + morphs);
}

double Precision::ofTranslation(uint32_t node) const {
    return perTrack_ / std::max(parentScale_[node], 1e-30);
}

double Precision::ofRotation(uint32_t node) const {
    const double world = std::max(parentScale_[node] * scale_[node] * reach_[node], least_);
    return world > 0.0 ? 0.5 * perTrack_ / world : 0.0;  // a rotation moves by its angle, which is twice that
}

double Precision::ofScale(uint32_t node) const {
    const double world = std::max(parentScale_[node] * reach_[node], least_);
    return world > 0.0 ? perTrack_ / world : 0.0;
}

double Precision::ofWeights(const MeshInstance& instance) const {
    double longest = 0.0, scale = 0.0;
    for (const MorphTarget& target : model_.meshes[instance.mesh].morphTargets)
        for (const MorphDelta& delta : target.deltas)
            longest = std::max(longest, lengthOf(delta.position));
    for (const Bone& bone : instance.bones)
        scale = std::max(scale, parentScale_[bone.node] * scale_[bone.node]);
    const double world = longest * std::max(scale, 1e-30);
    const auto count = static_cast<double>(std::max<size_t>(1, model_.meshes[instance.mesh].morphTargets.size()));
    return world > 0.0 ? perTrack_ / world / count : 0.0;
}

}  // namespace sinew::exporting
