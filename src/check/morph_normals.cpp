#include <algorithm>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include "check/checks.h"
#include "check/morph_checks.h"

namespace sinew {
namespace {

constexpr float kFacesAlong = 0.3f;        // cosine between a normal and its triangles
constexpr size_t kMinJudgedNormals = 20;   // vertices
constexpr double kMostTurnedInward = 0.5;  // of the vertices whose normals fit the mesh

/// Normals of the vertices that fit the triangles around them, and those that no longer do in the morphed mesh.
struct MorphedNormals {
    size_t fitting = 0;
    size_t inward = 0;  ///< of them
};

/// The triangles around each vertex: the sum of their normals, each twice its area long.
std::vector<glm::vec3> facesAround(const SkinnedMesh& mesh, const std::vector<glm::vec3>& positions) {
    std::vector<glm::vec3> sums(mesh.vertexCount(), glm::vec3(0.0f));
    for (size_t first = 0; first + 2 < mesh.indices.size(); first += 3) {
        const uint32_t a = mesh.indices[first], b = mesh.indices[first + 1], c = mesh.indices[first + 2];
        const glm::vec3 normal = glm::cross(positions[b] - positions[a], positions[c] - positions[a]);
        for (const uint32_t vertex : {a, b, c})
            sums[vertex] += normal;
    }
    return sums;
}

bool facesAlong(const glm::vec3& normal, const glm::vec3& faces, float sign) {
    return sign * glm::dot(normal, faces) > kFacesAlong * glm::length(normal) * glm::length(faces);
}

void addNormals(const SkinnedMesh& mesh, const MorphTarget& target, MorphedNormals& sum) {
    std::vector<glm::vec3> positions = mesh.positions;
    for (const MorphDelta& delta : target.deltas)
        positions[delta.vertex] += delta.position;
    const std::vector<glm::vec3> before = facesAround(mesh, mesh.positions), after = facesAround(mesh, positions);
    for (const MorphDelta& delta : target.deltas) {
        if (delta.normal == glm::vec3(0.0f) || !facesAlong(mesh.normals[delta.vertex], before[delta.vertex], 1.0f))
            continue;
        ++sum.fitting;
        sum.inward += facesAlong(mesh.normals[delta.vertex] + delta.normal, after[delta.vertex], -1.0f);
    }
}

}  // namespace

void checkMorphNormals(MorphGroup& morphs) {
    const Model& model = morphs.checked.model;
    for (size_t target = 0; target < morphs.surface.targetCount(); ++target) {
        if (morphs.isExplained(target)) continue;
        MorphedNormals normals;
        for (const uint32_t instance : morphs.group.instances) {
            const SkinnedMesh& mesh = model.meshes[model.instances[instance].mesh];
            if (target < mesh.morphTargets.size()) addNormals(mesh, mesh.morphTargets[target], normals);
        }
        if (normals.fitting < kMinJudgedNormals) continue;
        const Measured share = measuredShare(static_cast<double>(normals.inward) / static_cast<double>(normals.fitting),
                                             "the normals that it changes");
        if (normals.inward > kMostTurnedInward * static_cast<double>(normals.fitting))
            morphs.add("morph-normals", Severity::warning, target, "turns " + share.text + " inward", share.figure);
    }
}

}  // namespace sinew
