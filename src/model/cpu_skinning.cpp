#include "model/cpu_skinning.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "animation/pose/dual_quaternion.h"

namespace sinew {
namespace {

void addDeltas(const SkinnedMesh& mesh, std::span<const float> weights, glm::vec3 MorphDelta::*part,
               std::span<glm::vec3> out) {
    assert(weights.empty() || weights.size() == mesh.morphTargets.size());
    for (size_t t = 0; t < weights.size(); ++t) {
        if (weights[t] == 0.0f) continue;
        for (const MorphDelta& delta : mesh.morphTargets[t].deltas)
            out[delta.vertex] += weights[t] * delta.*part;
    }
}

/// `fallback` where the skinned normal has no length.
glm::vec3 unitNormal(const glm::vec3& normal, const glm::vec3& fallback) {
    const float length = glm::length(normal);
    return length > 0.0f ? normal / length : fallback;
}

std::vector<RigidAndScale> splitPalette(std::span<const glm::mat4> palette) {
    std::vector<RigidAndScale> split;
    split.reserve(palette.size());
    for (const glm::mat4& matrix : palette)
        split.push_back(splitScale(matrix));
    return split;
}

/// The largest weight comes first; its dual quaternion decides the sign of the others.
RigidAndScale blended(const SkinnedMesh& mesh, size_t vertex, std::span<const RigidAndScale> bones) {
    RigidAndScale sum{kNoDualQuaternion, glm::mat3(0.0f)};
    forEachInfluence(mesh, vertex, [&](uint16_t bone, uint16_t unorm) {
        const float weight = static_cast<float>(unorm) / static_cast<float>(kWeightOne);
        addWeighted(sum.rigid, bones[bone].rigid, weight);
        sum.scale += weight * bones[bone].scale;
    });
    return {normalized(sum.rigid), sum.scale};
}

}  // namespace

std::span<const float> morphWeightsOf(const Model& model, const MeshInstance& instance,
                                      std::span<const float> modelWeights) {
    assert(modelWeights.empty() || modelWeights.size() == model.restMorphWeights.size());
    const size_t count = model.meshes[instance.mesh].morphTargets.size();
    return modelWeights.empty() ? modelWeights : modelWeights.subspan(count > 0 ? instance.firstMorphWeight : 0, count);
}

void morphPositions(const SkinnedMesh& mesh, std::span<const float> morphWeights, std::span<glm::vec3> out) {
    assert(out.size() == mesh.vertexCount());
    std::ranges::copy(mesh.positions, out.begin());
    addDeltas(mesh, morphWeights, &MorphDelta::position, out);
}

void morphNormals(const SkinnedMesh& mesh, std::span<const float> morphWeights, std::span<glm::vec3> out) {
    assert(out.size() == mesh.vertexCount());
    std::ranges::copy(mesh.normals, out.begin());
    addDeltas(mesh, morphWeights, &MorphDelta::normal, out);
}

glm::mat3 normalMatrix(const glm::mat3& m) {
    const glm::mat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
    return glm::dot(m[0], cofactor[0]) < 0.0f ? -cofactor : cofactor;
}

glm::mat4 blendedMatrix(const Influences& influences, std::span<const glm::mat4> palette) {
    glm::mat4 blended(0.0f);
    for (uint32_t i = 0; i < kInfluencesPerVertex; ++i) {
        const float weight = static_cast<float>(influences.weights[i]) / static_cast<float>(kWeightOne);
        if (weight > 0.0f) blended += weight * palette[influences.bones[i]];
    }
    return blended;
}

glm::mat4 blendedMatrix(const SkinnedMesh& mesh, size_t vertex, std::span<const glm::mat4> palette) {
    const glm::mat4 blended = blendedMatrix(mesh.influences[vertex], palette);
    return mesh.moreInfluences.empty() ? blended : blended + blendedMatrix(mesh.moreInfluences[vertex], palette);
}

glm::vec3 skinnedPosition(const SkinnedMesh& mesh, size_t vertex, std::span<const glm::mat4> palette) {
    const glm::vec3& position = mesh.positions[vertex];
    glm::vec4 sum(0.0f);
    forEachInfluence(mesh, vertex, [&](uint16_t bone, uint16_t weight) {
        const glm::mat4& matrix = palette[bone];
        sum += static_cast<float>(weight) *
               (matrix[0] * position.x + matrix[1] * position.y + (matrix[2] * position.z + matrix[3]));
    });
    return glm::vec3(sum) / static_cast<float>(kWeightOne);
}

void skinPositions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                   std::span<const float> morphWeights) {
    assert(palette.size() == mesh.boneCount && out.size() == mesh.vertexCount());
    morphPositions(mesh, morphWeights, out);
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = glm::vec3(blendedMatrix(mesh, i, palette) * glm::vec4(out[i], 1.0f));
}

void skinNormals(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                 std::span<const float> morphWeights) {
    assert(palette.size() == mesh.boneCount && out.size() == mesh.vertexCount());
    morphNormals(mesh, morphWeights, out);
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = unitNormal(normalMatrix(glm::mat3(blendedMatrix(mesh, i, palette))) * out[i], mesh.normals[i]);
}

void skinPositionsByDualQuaternions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette,
                                    std::span<glm::vec3> out, std::span<const float> morphWeights) {
    assert(palette.size() == mesh.boneCount && out.size() == mesh.vertexCount());
    const std::vector<RigidAndScale> bones = splitPalette(palette);
    morphPositions(mesh, morphWeights, out);
    for (size_t i = 0; i < out.size(); ++i) {
        const RigidAndScale movement = blended(mesh, i, bones);
        out[i] = movedPoint(movement.rigid, movement.scale * out[i]);
    }
}

void skinNormalsByDualQuaternions(const SkinnedMesh& mesh, std::span<const glm::mat4> palette, std::span<glm::vec3> out,
                                  std::span<const float> morphWeights) {
    assert(palette.size() == mesh.boneCount && out.size() == mesh.vertexCount());
    const std::vector<RigidAndScale> bones = splitPalette(palette);
    morphNormals(mesh, morphWeights, out);
    for (size_t i = 0; i < out.size(); ++i) {
        const RigidAndScale movement = blended(mesh, i, bones);
        out[i] = unitNormal(movement.rigid.real * (normalMatrix(movement.scale) * out[i]), mesh.normals[i]);
    }
}

}  // namespace sinew
