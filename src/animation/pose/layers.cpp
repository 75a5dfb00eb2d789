#include "animation/pose/layers.h"

#include <algorithm>
#include <cassert>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "animation/clip/sample.h"

namespace sinew {
namespace {

constexpr glm::quat kIdentity(1.0f, 0.0f, 0.0f, 0.0f);

// A blended quaternion shorter than this has canceled out and gives no rotation.
constexpr double kCanceled = 1e-6;

double weightOf(const PoseLayer& layer) {
    return layer.weight > 0.0f ? layer.weight : 0.0;
}

/// The rotation nearest to all others. Independent of the order of the layers, up to its sign.
glm::dquat centralRotation(std::span<const PoseLayer> layers, size_t node) {
    glm::dquat central(1.0, 0.0, 0.0, 0.0);
    double highest = -1.0;
    for (const PoseLayer& layer : layers) {
        if (weightOf(layer) == 0.0) continue;
        const glm::dquat rotation(layer.pose.nodes[node].rotation);
        double nearness = 0.0;
        for (const PoseLayer& other : layers) {
            if (weightOf(other) == 0.0) continue;
            const double cosine = glm::dot(rotation, glm::dquat(other.pose.nodes[node].rotation));
            nearness += weightOf(other) * cosine * cosine;
        }
        if (nearness > highest) {
            highest = nearness;
            central = rotation;
        }
    }
    return central;
}

Transform meanTransform(std::span<const PoseLayer> layers, size_t node, double total) {
    const glm::dquat central = centralRotation(layers, node);
    glm::dvec3 translation(0.0), scale(0.0);
    glm::dquat sum(0.0, 0.0, 0.0, 0.0);
    for (const PoseLayer& layer : layers) {
        if (weightOf(layer) == 0.0) continue;
        const double weight = weightOf(layer) / total;
        const Transform& transform = layer.pose.nodes[node];
        const glm::dquat rotation(transform.rotation);
        translation += weight * glm::dvec3(transform.translation);
        scale += weight * glm::dvec3(transform.scale);
        sum += (glm::dot(rotation, central) < 0.0 ? -weight : weight) * rotation;
    }
    const double length = glm::length(sum);
    return {glm::vec3(translation), glm::quat(length > kCanceled ? sum / length : central), glm::vec3(scale)};
}

float meanMorph(std::span<const PoseLayer> layers, size_t morph, float total) {
    float sum = 0.0f;
    for (const PoseLayer& layer : layers)
        if (layer.weight > 0.0f) sum += layer.weight / total * layer.pose.morphs[morph];
    return sum;
}

glm::vec3 ratioOf(const glm::vec3& scale, const glm::vec3& reference) {
    glm::vec3 ratio(1.0f);
    for (int axis = 0; axis < 3; ++axis)
        if (reference[axis] != 0.0f) ratio[axis] = scale[axis] / reference[axis];
    return ratio;
}

}  // namespace

NodeMask branchMask(const NodeHierarchy& hierarchy, uint32_t root, uint32_t featherLevels) {
    NodeMask mask{std::vector<float>(hierarchy.size(), 0.0f)};
    std::vector<uint64_t> levels(hierarchy.size(), 0);  // 1 at the root; 0 outside the branch
    for (size_t node = root; node < hierarchy.size(); ++node) {
        const int32_t parent = hierarchy.parents[node];
        if (node == root)
            levels[node] = 1;
        else if (parent != kNoParent && levels[parent] > 0)
            levels[node] = levels[parent] + 1;
        const double weight = static_cast<double>(levels[node]) / (1.0 + featherLevels);
        mask.weights[node] = static_cast<float>(std::min(1.0, weight));
    }
    return mask;
}

void unite(NodeMask& mask, const NodeMask& other) {
    assert(mask.weights.size() == other.weights.size());
    for (size_t node = 0; node < mask.weights.size(); ++node)
        mask.weights[node] = std::max(mask.weights[node], other.weights[node]);
}

void blendLayers(std::span<const PoseLayer> layers, const PoseView& rest, const PoseSpan& out) {
    double total = 0.0;
    float morphTotal = 0.0f;
    size_t count = 0;
    PoseView only = rest;
    for (const PoseLayer& layer : layers) {
        assert(layer.pose.nodes.size() == out.nodes.size() && layer.pose.morphs.size() == out.morphs.size());
        if (weightOf(layer) == 0.0) continue;
        total += layer.weight;
        morphTotal += layer.weight;
        only = layer.pose;
        ++count;
    }
    if (count < 2) {
        if (only.nodes.data() != out.nodes.data()) copyPose(only, out);
        return;
    }
    for (size_t node = 0; node < out.nodes.size(); ++node)
        out.nodes[node] = meanTransform(layers, node, total);
    for (size_t morph = 0; morph < out.morphs.size(); ++morph)
        out.morphs[morph] = meanMorph(layers, morph, morphTotal);
}

void referencePose(const AnimationClip& clip, const NodeHierarchy& hierarchy, std::span<const float> rest,
                   AdditiveReference reference, const PoseSpan& out) {
    if (reference == AdditiveReference::restPose) return copyPose({hierarchy.rest, rest}, out);
    SampleCursor cursor;
    sample(clip, hierarchy, 0.0, cursor, out.nodes);
    sampleMorphs(clip, rest, 0.0, cursor, out.morphs);
}

void differenceFrom(std::span<const Transform> reference, std::span<const Transform> pose, std::span<Transform> out) {
    assert(reference.size() == pose.size() && pose.size() == out.size());
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] = {.translation = pose[i].translation - reference[i].translation,
                  .rotation = glm::normalize(glm::conjugate(reference[i].rotation) * pose[i].rotation),
                  .scale = ratioOf(pose[i].scale, reference[i].scale)};
    }
}

void addDifference(std::span<const Transform> base, std::span<const Transform> difference, float weight,
                   std::span<const float> mask, std::span<Transform> out) {
    assert(base.size() == difference.size() && base.size() == out.size());
    assert(mask.empty() || mask.size() == out.size());
    for (size_t i = 0; i < out.size(); ++i) {
        const float scaled = mask.empty() ? weight : weight * mask[i];
        if (scaled == 0.0f) {
            out[i] = base[i];
            continue;
        }
        const glm::quat rotation = glm::slerp(kIdentity, difference[i].rotation, scaled);
        out[i] = {.translation = base[i].translation + scaled * difference[i].translation,
                  .rotation = glm::normalize(base[i].rotation * rotation),
                  .scale = base[i].scale * glm::mix(glm::vec3(1.0f), difference[i].scale, scaled)};
    }
}

}  // namespace sinew
