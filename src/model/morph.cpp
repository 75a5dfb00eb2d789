#include "model/morph.h"

#include <algorithm>
#include <cassert>

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

}  // namespace

std::span<const float> morphWeightsOf(const Model& model, const MeshInstance& instance,
                                      std::span<const float> modelWeights) {
    assert(modelWeights.empty() || modelWeights.size() == model.restMorphWeights.size());
    const size_t count = model.meshes[instance.mesh].morphTargets.size();
    return modelWeights.empty() ? modelWeights : modelWeights.subspan(count > 0 ? instance.firstMorphWeight : 0, count);
}

void morphPositions(const SkinnedMesh& mesh, std::span<const float> weights, std::span<glm::vec3> out) {
    assert(out.size() == mesh.vertexCount());
    std::copy(mesh.positions.begin(), mesh.positions.end(), out.begin());
    addDeltas(mesh, weights, &MorphDelta::position, out);
}

void morphNormals(const SkinnedMesh& mesh, std::span<const float> weights, std::span<glm::vec3> out) {
    assert(out.size() == mesh.vertexCount());
    std::copy(mesh.normals.begin(), mesh.normals.end(), out.begin());
    addDeltas(mesh, weights, &MorphDelta::normal, out);
}

}  // namespace sinew
