#include "model/dual_quaternion_skinning.h"

#include <cassert>
#include <vector>

#include <glm/geometric.hpp>

#include "animation/dual_quaternion.h"
#include "model/cpu_skinning.h"
#include "model/morph.h"

namespace sinew {
namespace {

std::vector<RigidAndScale> splitPalette(std::span<const glm::mat4> palette) {
    std::vector<RigidAndScale> split;
    split.reserve(palette.size());
    for (const glm::mat4& matrix : palette)
        split.push_back(splitScale(matrix));
    return split;
}

/// The movement of one vertex; its largest weight comes first, and gives the side on which the others are added.
RigidAndScale blended(const SkinnedMesh& mesh, size_t vertex, std::span<const RigidAndScale> bones) {
    RigidAndScale sum{kNoDualQuaternion, glm::mat3(0.0f)};
    const auto add = [&](const Influences& influences) {
        for (uint32_t i = 0; i < kInfluencesPerVertex; ++i) {
            if (influences.weights[i] == 0) continue;
            const float weight = static_cast<float>(influences.weights[i]) / static_cast<float>(kWeightOne);
            const RigidAndScale& bone = bones[influences.bones[i]];
            addWeighted(sum.rigid, bone.rigid, weight);
            sum.scale += weight * bone.scale;
        }
    };
    add(mesh.influences[vertex]);
    if (!mesh.moreInfluences.empty()) add(mesh.moreInfluences[vertex]);
    return {normalised(sum.rigid), sum.scale};
}

}  // namespace

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
        const glm::vec3 normal = movement.rigid.real * (normalMatrix(movement.scale) * out[i]);
        const float length = glm::length(normal);
        out[i] = length > 0.0f ? normal / length : mesh.normals[i];
    }
}

}  // namespace sinew
