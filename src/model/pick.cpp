#include "model/pick.h"

#include <cassert>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

/// Calls visit(bone, weight) with each influence of the three corners, scaled by the barycentric coordinates.
template <typename Visit>
void forEachInfluence(const SkinnedMesh& mesh, const TriangleHit& hit, const Visit& visit) {
    for (int corner = 0; corner < 3; ++corner) {
        const float share = hit.corners[corner] / static_cast<float>(kWeightOne);
        forEachInfluence(mesh, mesh.indices[3 * size_t{hit.triangle} + static_cast<size_t>(corner)],
                         [&](uint32_t bone, uint16_t weight) { visit(bone, share * weight); });
    }
}

}  // namespace

std::optional<TriangleHit> firstHit(const SkinnedMesh& mesh, std::span<const glm::vec3> positions, const Ray& ray,
                                    Winding winding) {
    assert(positions.size() == mesh.vertexCount());
    std::optional<TriangleHit> first;
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const glm::vec3& a = positions[mesh.indices[i]];
        const glm::vec3 ab = positions[mesh.indices[i + 1]] - a, ac = positions[mesh.indices[i + 2]] - a;
        const glm::vec3 across = glm::cross(ray.reach, ac);
        const float volume = glm::dot(ab, across);  // positive if counter-clockwise
        const bool faces = winding == Winding::both               ? volume != 0.0f
                           : winding == Winding::counterClockwise ? volume > 0.0f
                                                                  : volume < 0.0f;
        if (!faces) continue;
        const glm::vec3 fromA = ray.start - a, over = glm::cross(fromA, ab);
        const float b = glm::dot(fromA, across) / volume, c = glm::dot(ray.reach, over) / volume;
        const float along = glm::dot(ac, over) / volume;
        if (!(b >= 0.0f && c >= 0.0f && b + c <= 1.0f && along >= 0.0f && along <= 1.0f)) continue;
        if (!first || along < first->along)
            first = TriangleHit{static_cast<uint32_t>(i / 3), {1.0f - b - c, b, c}, along};
    }
    return first;
}

float weightAt(const SkinnedMesh& mesh, const TriangleHit& hit, uint32_t bone) {
    float weight = 0.0f;
    forEachInfluence(mesh, hit, [&](uint32_t other, float share) { weight += other == bone ? share : 0.0f; });
    return weight;
}

BoneShare strongestBone(const SkinnedMesh& mesh, const TriangleHit& hit) {
    BoneShare strongest;
    forEachInfluence(mesh, hit, [&](uint32_t bone, float) {
        const float weight = weightAt(mesh, hit, bone);
        if (weight > strongest.weight || (weight == strongest.weight && bone < strongest.bone))
            strongest = {bone, weight};
    });
    return strongest;
}

}  // namespace sinew
