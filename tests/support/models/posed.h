#pragma once

#include <algorithm>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/clip/sample.h"
#include "model/cpu_skinning.h"
#include "model/model.h"
#include "support/players.h"

namespace import_files {

/// The posed vertices of an instance at that time of the first clip, or at rest without one.
inline std::vector<glm::vec3> posed(const sinew::Model& model, double timeSeconds, size_t instanceIndex = 0) {
    TestAnimator animator(model.hierarchy, model.clips, model.restMorphWeights);
    if (!model.clips.empty()) animator.play(0);
    animator.seek(timeSeconds);
    std::vector<glm::mat4> world(model.hierarchy.size());
    sinew::walkHierarchy(model.hierarchy, animator.pose(), glm::mat4(1.0f), world);
    const sinew::MeshInstance& instance = model.instances.at(instanceIndex);
    const sinew::SkinnedMesh& mesh = model.meshes[instance.mesh];
    std::vector<glm::mat4> palette(instance.bones.size());
    sinew::writePalette(instance.bones, world, palette);
    std::vector<glm::vec3> positions(mesh.vertexCount());
    sinew::skinPositions(mesh, palette, positions, sinew::morphWeightsOf(model, instance, animator.morphWeights()));
    return positions;
}

/// worldFromNode of every node at a time of a clip, Y up and in meters.
inline std::vector<glm::mat4> worldAt(const sinew::Model& model, const sinew::AnimationClip& clip, double seconds) {
    sinew::SampleCursor cursor;
    sinew::LocalPose pose(model.hierarchy.size());
    sinew::sample(clip, model.hierarchy, seconds, cursor, pose);
    std::vector<glm::mat4> world(pose.size());
    sinew::walkHierarchy(model.hierarchy, pose, sinew::yUpFrom(model.up), world);
    return world;
}

inline bool hasPoint(const std::vector<glm::vec3>& points, const glm::vec3& wanted) {
    return std::any_of(points.begin(), points.end(),
                       [&](const glm::vec3& point) { return glm::length(point - wanted) < 1e-5f; });
}

}  // namespace import_files
