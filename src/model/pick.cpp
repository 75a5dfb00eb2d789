#include "model/pick.h"

#include <cassert>

#include <glm/geometric.hpp>

namespace sinew {
namespace {

/// Calls see(bone, weight) with each influence of the place's three corners.
template <typename See>
void forEachInfluence(const SkinnedMesh& mesh, const TriangleHit& place, const See& see) {
    for (int corner = 0; corner < 3; ++corner) {
        const uint32_t vertex = mesh.indices[3 * size_t{place.triangle} + static_cast<size_t>(corner)];
        const float share = place.corners[corner] / static_cast<float>(kWeightOne);
        const auto seeSet = [&](const Influences& influences) {
            for (size_t i = 0; i < kInfluencesPerVertex; ++i)
                if (influences.weights[i] > 0) see(influences.bones[i], share * influences.weights[i]);
        };
        seeSet(mesh.influences[vertex]);
        if (!mesh.moreInfluences.empty()) seeSet(mesh.moreInfluences[vertex]);
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
        const float volume = glm::dot(ab, across);  // positive where the ray sees it counter-clockwise
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

float weightAt(const SkinnedMesh& mesh, const TriangleHit& place, uint32_t bone) {
    float weight = 0.0f;
    forEachInfluence(mesh, place, [&](uint32_t seen, float share) { weight += seen == bone ? share : 0.0f; });
    return weight;
}

BoneShare strongestBone(const SkinnedMesh& mesh, const TriangleHit& place) {
    BoneShare strongest;
    forEachInfluence(mesh, place, [&](uint32_t bone, float) {
        const float weight = weightAt(mesh, place, bone);
        if (weight > strongest.weight || (weight == strongest.weight && bone < strongest.bone))
            strongest = {bone, weight};
    });
    return strongest;
}

}  // namespace sinew
