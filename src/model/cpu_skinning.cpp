#include "model/cpu_skinning.h"

#include <cassert>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

#include "model/morph.h"

namespace sinew {

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
    for (size_t i = 0; i < out.size(); ++i) {
        const glm::vec3 normal = normalMatrix(glm::mat3(blendedMatrix(mesh, i, palette))) * out[i];
        const float length = glm::length(normal);
        out[i] = length > 0.0f ? normal / length : mesh.normals[i];
    }
}

}  // namespace sinew
