#include "animation/layers.h"

#include <cassert>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

// Quaternions whose blend is shorter cancel out and leave no rotation.
constexpr double kCancelled = 1e-6;

/// The layers as one node sees them. `restWeight` is that of the rest pose, which counts as one more layer.
struct NodeLayers {
    std::span<const PoseLayer> layers;
    const Transform* rest = nullptr;
    size_t node = 0;
    double restWeight = 0.0;

    size_t size() const { return layers.size() + 1; }
    double weight(size_t i) const {
        if (i == layers.size()) return restWeight;
        const float own = layers[i].mask.empty() ? layers[i].weight : layers[i].weight * layers[i].mask[node];
        return own > 0.0f ? own : 0.0;
    }
    const Transform& transform(size_t i) const { return i == layers.size() ? *rest : layers[i].pose[node]; }
};

/// The rotation that is nearest to all others: any order of the layers finds the same one, up to its sign.
glm::dquat middleRotation(const NodeLayers& layers) {
    glm::dquat middle(1.0, 0.0, 0.0, 0.0);
    double nearest = -1.0;
    for (size_t i = 0; i < layers.size(); ++i) {
        if (layers.weight(i) == 0.0) continue;
        const glm::dquat rotation(layers.transform(i).rotation);
        double nearness = 0.0;
        for (size_t j = 0; j < layers.size(); ++j) {
            if (layers.weight(j) == 0.0) continue;
            const double cosine = glm::dot(rotation, glm::dquat(layers.transform(j).rotation));
            nearness += layers.weight(j) * cosine * cosine;
        }
        if (nearness > nearest) {
            nearest = nearness;
            middle = rotation;
        }
    }
    return middle;
}

Transform mean(const NodeLayers& layers, double total) {
    const glm::dquat middle = middleRotation(layers);
    glm::dvec3 translation(0.0), scale(0.0);
    glm::dquat rotation(0.0, 0.0, 0.0, 0.0);
    for (size_t i = 0; i < layers.size(); ++i) {
        if (layers.weight(i) == 0.0) continue;
        const double share = layers.weight(i) / total;
        const Transform& transform = layers.transform(i);
        const glm::dquat turned(transform.rotation);
        translation += share * glm::dvec3(transform.translation);
        scale += share * glm::dvec3(transform.scale);
        rotation += (glm::dot(turned, middle) < 0.0 ? -share : share) * turned;
    }
    const double length = glm::length(rotation);
    const glm::dquat unit = length > kCancelled ? rotation / length : middle;
    return {glm::vec3(translation), glm::quat(unit), glm::vec3(scale)};
}

}  // namespace

void blendLayers(std::span<const PoseLayer> layers, std::span<const Transform> rest, Shortfall shortfall,
                 std::span<Transform> out) {
    assert(rest.size() == out.size());
    for (size_t node = 0; node < out.size(); ++node) {
        NodeLayers here{layers, &rest[node], node};
        double total = 0.0;
        size_t count = 0, last = layers.size();
        for (size_t i = 0; i < layers.size(); ++i) {
            assert(layers[i].pose.size() == out.size());
            assert(layers[i].mask.empty() || layers[i].mask.size() == out.size());
            const double weight = here.weight(i);
            if (weight == 0.0) continue;
            total += weight;
            last = i;
            ++count;
        }
        if (total < 1.0 && shortfall == Shortfall::fillRest) here.restWeight = 1.0 - total;
        if (count == 0 || (count == 1 && here.restWeight == 0.0))
            out[node] = here.transform(last);
        else
            out[node] = mean(here, total + here.restWeight);
    }
}

}  // namespace sinew
