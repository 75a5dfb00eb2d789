#include "model/level_poses.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "model/cpu_skinning.h"
#include "model/poses.h"

namespace sinew {
namespace {

constexpr double kPosesPerSecond = 10.0;
constexpr float kBend = 0.9f;  // radians
constexpr size_t kShapeVertices = 96;
constexpr float kLeastDifference = 0.01f;  // between shapes, relative to the size

ModelPose restOf(const Model& model) {
    ModelPose rest{.worldFromNode = std::vector<glm::mat4>(model.hierarchy.size()),
                   .morphWeights = model.restMorphWeights};
    walkHierarchy(model.hierarchy, model.hierarchy.rest, glm::mat4(1.0f), rest.worldFromNode);
    return rest;
}

bool isFinite(const glm::vec3& point) {
    return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
}

/// Distances between vertices: the same for poses of one shape.
std::vector<float> shapeOf(std::span<const glm::vec3> positions) {
    std::vector<float> shape;
    const size_t count = positions.size(), stride = std::max<size_t>(1, count / kShapeVertices);
    for (size_t i = 0; i < count; i += stride)
        for (const size_t other : {i + stride, i + 7 * stride, i + 31 * stride})
            shape.push_back(glm::distance(positions[i], positions[other % count]));
    return shape;
}

/// Root of the mean squared difference.
float differenceOf(std::span<const float> a, std::span<const float> b) {
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i)
        sum += double{a[i] - b[i]} * double{a[i] - b[i]};
    return static_cast<float>(std::sqrt(sum / static_cast<double>(a.size())));
}

}  // namespace

std::vector<ModelPose> levelPoses(const Model& model, size_t most) {
    std::vector<ModelPose> poses{{.worldFromNode = worldFromNodeInBindPose(model, glm::mat4(1.0f)), .morphWeights = {}},
                                 restOf(model)};
    const size_t clipCount = model.clips.size();
    if (clipCount == 0) return poses;
    const size_t perClip = std::max<size_t>(2, most / clipCount);
    const size_t step = (2 * clipCount + most - 1) / most;  // all clips, unless there are more than half as many poses
    SampleCursor cursor;
    std::vector<Transform> local(model.hierarchy.size());
    for (size_t c = 0; c < clipCount; c += step) {
        const AnimationClip& clip = model.clips[c];
        const double wanted = std::ceil(std::min(clip.durationSeconds, 1e6) * kPosesPerSecond) + 1.0;
        const size_t count = std::clamp<size_t>(static_cast<size_t>(wanted), 2, perClip);
        for (size_t i = 0; i < count; ++i) {
            const double seconds = clip.durationSeconds * static_cast<double>(i) / static_cast<double>(count - 1);
            ModelPose pose = poses[1];
            sample(clip, model.hierarchy, seconds, cursor, local);
            sampleMorphs(clip, model.restMorphWeights, seconds, cursor, pose.morphWeights);
            walkHierarchy(model.hierarchy, local, glm::mat4(1.0f), pose.worldFromNode);
            poses.push_back(std::move(pose));
        }
    }
    return poses;
}

std::array<ModelPose, 3> bentPoses(const Model& model) {
    const NodeHierarchy& hierarchy = model.hierarchy;
    const std::vector<glm::mat4> bind = worldFromNodeInBindPose(model, glm::mat4(1.0f));
    std::array<ModelPose, 3> poses;
    for (int shift = 0; shift < 3; ++shift) {
        std::vector<glm::mat4>& worldFromNode = poses[static_cast<size_t>(shift)].worldFromNode = bind;
        for (size_t node = 0; node < hierarchy.size(); ++node) {
            if (hierarchy.parents[node] == kNoParent) continue;
            const auto parent = static_cast<size_t>(hierarchy.parents[node]);
            glm::vec3 axis(0.0f);
            axis[(static_cast<int>(node % 3) + shift) % 3] = 1.0f;  // not the same for all: a spine does not coil
            worldFromNode[node] = worldFromNode[parent] * glm::inverse(bind[parent]) * bind[node] *
                                  glm::mat4_cast(glm::angleAxis(kBend, axis));
        }
    }
    return poses;
}

bool posePositions(const Model& model, const MeshInstance& instance, const ModelPose& pose,
                   std::vector<glm::vec3>& positions) {
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    writePalette(instance.bones, pose.worldFromNode, palette);
    positions.resize(mesh.vertexCount());
    skinPositions(mesh, palette, positions, morphWeightsOf(model, instance, pose.morphWeights));
    return std::ranges::all_of(positions, isFinite);
}

std::vector<size_t> mostDifferent(const Model& model, const MeshInstance& instance, std::span<const ModelPose> poses,
                                  size_t most) {
    const SkinnedMesh& mesh = model.meshes[instance.mesh];
    if (mesh.vertexCount() == 0) return {};
    std::vector<glm::vec3> positions;
    std::vector<std::vector<float>> shapes;
    float size = 0.0f;
    for (const ModelPose& pose : poses) {
        const bool valid = posePositions(model, instance, pose, positions);
        shapes.push_back(valid ? shapeOf(positions) : std::vector<float>());
        for (const float length : shapes.back())
            size = std::max(size, length);
    }
    std::vector<size_t> chosen;
    std::vector<float> distances(poses.size(), std::numeric_limits<float>::max());  // from those that are chosen
    size_t next = 0;
    while (next < poses.size() && shapes[next].empty())
        ++next;
    while (next < poses.size() && chosen.size() < most && distances[next] > kLeastDifference * size) {
        chosen.push_back(next);
        for (size_t i = 0; i < poses.size(); ++i)
            distances[i] = shapes[i].empty() ? 0.0f : std::min(distances[i], differenceOf(shapes[i], shapes[next]));
        next = static_cast<size_t>(std::ranges::max_element(distances) - distances.begin());
    }
    return chosen;
}

}  // namespace sinew
