#include "model/reach.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "model/bounds.h"

namespace sinew {
namespace {

/// All that a node's local transform may be.
struct LocalRange {
    Box translation;
    glm::vec3 mostScale{0.0f};  ///< of each axis, without signs
    glm::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
    bool isFixed = true;  ///< rotation and scale never change
};

/// Where a node's frame may be.
struct FrameRange {
    glm::vec3 center{0.0f};  ///< world, of its origin
    float radius = 0.0f;     ///< of its origin about the center
    float stretch = 1.0f;    ///< world units per unit of the node's space, at most
    bool isFixed = true;     ///< `axes` holds, else only `stretch`
    glm::mat3 axes{1.0f};
};

/// At least the factor by which the matrix lengthens any vector: from the row sums of its square (Gershgorin).
float mostStretch(const glm::mat3& matrix) {
    const glm::mat3 square = glm::transpose(matrix) * matrix;
    float most = 0.0f;
    for (int i = 0; i < 3; ++i)
        most = std::max(most, std::abs(square[i].x) + std::abs(square[i].y) + std::abs(square[i].z));
    return std::sqrt(most);
}

void include(const Transform& transform, const glm::vec3& scale, LocalRange& range) {
    range.translation.add(transform.translation);
    range.mostScale = glm::max(range.mostScale, glm::abs(scale));
}

/// Blends lie between the keys: translations in their box, scales below the largest.
std::vector<LocalRange> localRanges(const Model& model, std::span<const size_t> clips) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    std::vector<LocalRange> ranges(hierarchy.size());
    for (size_t node = 0; node < ranges.size(); ++node) {
        include(hierarchy.rest[node], hierarchy.rest[node].scale, ranges[node]);
        ranges[node].rotation = hierarchy.rest[node].rotation;
    }
    for (const size_t clip : clips)
        for (const Channel& channel : model.clips[clip].channels) {
            LocalRange& range = ranges[channel.node];
            const Transform& rest = hierarchy.rest[channel.node];
            for (const glm::vec3& value : channel.translation.values)
                range.translation.add(value);
            for (const glm::vec3& value : channel.scale.values) {
                range.mostScale = glm::max(range.mostScale, glm::abs(value));
                range.isFixed = range.isFixed && value == rest.scale;
            }
            for (const glm::quat& value : channel.rotation.values)
                range.isFixed = range.isFixed && value == rest.rotation;
        }
    return ranges;
}

std::vector<FrameRange> frameRanges(const Model& model, std::span<const LocalRange> locals,
                                    const glm::mat4& worldFromRoot) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    FrameRange root{.center = glm::vec3(worldFromRoot[3])};
    root.axes = glm::mat3(worldFromRoot);
    root.stretch = mostStretch(root.axes);
    std::vector<FrameRange> frames(hierarchy.size());
    for (size_t node = 0; node < frames.size(); ++node) {
        const LocalRange& local = locals[node];
        const FrameRange& parent =
            hierarchy.parents[node] < 0 ? root : frames[static_cast<size_t>(hierarchy.parents[node])];
        FrameRange& frame = frames[node];
        const glm::vec3 middle = local.translation.center();
        const float half = 0.5f * local.translation.diagonal();
        if (parent.isFixed) {
            frame.center = parent.center + parent.axes * middle;
            frame.radius = parent.radius + parent.stretch * half;
        } else {
            frame.center = parent.center;
            frame.radius = parent.radius + parent.stretch * (glm::length(middle) + half);
        }
        frame.isFixed = parent.isFixed && local.isFixed;
        const glm::vec3& scale = local.mostScale;
        frame.stretch = parent.stretch * std::max({scale.x, scale.y, scale.z});
        if (frame.isFixed) {
            const glm::mat3 rotation = glm::mat3_cast(local.rotation);
            const glm::vec3& own = hierarchy.rest[node].scale;
            frame.axes = parent.axes * glm::mat3(rotation[0] * own.x, rotation[1] * own.y, rotation[2] * own.z);
            frame.stretch = mostStretch(frame.axes);
        }
    }
    return frames;
}

/// The largest magnitude of each morph weight, clips included.
std::vector<float> mostWeights(const Model& model, std::span<const size_t> clips) {
    std::vector<float> most;
    for (const float weight : model.restMorphWeights)
        most.push_back(std::abs(weight));
    for (const size_t clip : clips)
        for (const MorphChannel& channel : model.clips[clip].morphs)
            for (const float value : channel.track.values)
                most[channel.weight] = std::max(most[channel.weight], std::abs(value));
    return most;
}

/// How far morph targets may move each vertex; empty if there are none.
std::vector<float> morphReach(const SkinnedMesh& mesh, std::span<const float> mostWeights) {
    std::vector<float> reach;
    if (mesh.morphTargets.empty()) return reach;
    reach.resize(mesh.vertexCount());
    for (size_t target = 0; target < mesh.morphTargets.size(); ++target)
        for (const MorphDelta& delta : mesh.morphTargets[target].deltas)
            reach[delta.vertex] += mostWeights[target] * glm::length(delta.position);
    return reach;
}

}  // namespace

Sphere reachOf(const Model& model, std::span<const size_t> clips, const glm::mat4& worldFromRoot) {
    const std::vector<FrameRange> frames = frameRanges(model, localRanges(model, clips), worldFromRoot);
    const std::vector<float> weights = mostWeights(model, clips);
    std::vector<float> nodeReach(frames.size(), -1.0f);  // of the vertices about the node; negative: it moves none
    for (const MeshInstance& instance : model.instances) {
        const SkinnedMesh& mesh = model.meshes[instance.mesh];
        const std::vector<float> morphs =
            morphReach(mesh, std::span(weights).subspan(instance.firstMorphWeight, mesh.morphTargets.size()));
        for (size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex)
            forEachInfluence(mesh, vertex, [&](uint32_t bone, uint32_t) {
                const Bone& bound = instance.bones[bone];
                const glm::mat4& matrix = bound.inverseBindMatrix;
                const float morph = morphs.empty() ? 0.0f : morphs[vertex] * mostStretch(glm::mat3(matrix));
                const float reach = glm::length(glm::vec3(matrix * glm::vec4(mesh.positions[vertex], 1.0f))) + morph;
                nodeReach[bound.node] = std::max(nodeReach[bound.node], reach);
            });
    }
    const bool hasMesh = std::ranges::any_of(nodeReach, [](float reach) { return reach >= 0.0f; });
    const auto radiusOf = [&](size_t node) {
        return frames[node].radius + frames[node].stretch * std::max(nodeReach[node], 0.0f);
    };
    const auto counts = [&](size_t node) { return !hasMesh || nodeReach[node] >= 0.0f; };
    Box box;
    for (size_t node = 0; node < frames.size(); ++node)
        if (counts(node)) {
            box.add(frames[node].center - radiusOf(node));
            box.add(frames[node].center + radiusOf(node));
        }
    if (box.empty()) return {};
    Sphere sphere{.center = box.center()};
    for (size_t node = 0; node < frames.size(); ++node)
        if (counts(node))
            sphere.radius = std::max(sphere.radius, glm::distance(frames[node].center, sphere.center) + radiusOf(node));
    return sphere;
}

}  // namespace sinew
