#include "gpu/probed_mesh.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "animation/clip/transform.h"
#include "model/bounds.h"
#include "model/cpu_skinning.h"
#include "model/split_by_palette.h"
#include "render/packed_vertex.h"
#include "support/catch.h"

using namespace sinew;

namespace {

/// What the vertex shader is given for a vertex in GPU memory.
ProbeVertex fetched(const PackedVertex& vertex, const PackedInfluences& more) {
    ProbeVertex read{.position = {vertex.position[0], vertex.position[1], vertex.position[2], 1.0f},
                     .normal = glm::vec4(glm::vec3(unfolded(vertex.normal)), 0.0f)};
    for (int i = 0; i < 4; ++i) {
        const auto at = static_cast<size_t>(i);
        read.indices[i] = vertex.paletteIndices[at];
        read.weights[i] = static_cast<float>(vertex.weights[at]) / 65535.0f;
        read.moreIndices[i] = more.paletteIndices[at];
        read.moreWeights[i] = static_cast<float>(more.weights[at]) / 65535.0f;
    }
    return read;
}

void raise(float& largest, float value) {
    if (!(value <= largest)) largest = value;  // a NaN stays
}

/// Whether rounding errors stay small on the way of this normal: not so where mirrored and other bones blend to
/// nothing.
bool isWellConditioned(const glm::mat4& blended, const glm::vec3& normal) {
    const glm::mat3 m(blended);
    const glm::mat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
    const float size = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    const float longest = std::max({glm::length(cofactor[0]), glm::length(cofactor[1]), glm::length(cofactor[2])});
    return std::abs(glm::determinant(m)) > 1e-3f * size && glm::length(cofactor * normal) > 1e-2f * longest;
}

/// As the renderer places a part: its rows after those of other parts, its weights after those of other instances.
ProbeMorphs placedMorphs(const SkinnedMesh& mesh, std::span<const MeshPart> parts, size_t part,
                         std::span<const float> weights) {
    ProbeMorphs morphs{.rows = {}, .weights = {99.0f, -99.0f}};
    morphs.weights.insert(morphs.weights.end(), weights.begin(), weights.end());
    if (weights.empty()) return morphs;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i == part)
            morphs.drawn = {
                .isMorphed = 1, .firstMorphWeight = 2, .morphRowOffset = static_cast<uint32_t>(morphs.rows.rowCount())};
        addMorphRows(mesh, parts[i], morphs.rows);
    }
    return morphs;
}

/// As the renderer's pipelines read them: with four influences the second set is the first one again.
std::vector<ProbeVertex> fetchedVertices(const SkinnedMesh& mesh, const MeshPart& part, uint32_t influences) {
    const std::vector<PackedVertex> packed = packVertices(mesh, part);
    const std::vector<PackedInfluences> more = packMoreInfluences(mesh, part);
    std::vector<ProbeVertex> vertices;
    for (size_t i = 0; i < packed.size(); ++i) {
        const PackedInfluences first{packed[i].paletteIndices, packed[i].weights};
        vertices.push_back(fetched(packed[i], influences == kInfluencesPerVertex ? first : more[i]));
    }
    return vertices;
}

}  // namespace

glm::dvec3 unfolded(const std::array<int16_t, 2>& normal) {
    const glm::dvec2 folded = glm::max(glm::dvec2(normal[0], normal[1]) / 32767.0, glm::dvec2(-1.0));
    glm::dvec3 direction(folded, 1.0 - std::abs(folded.x) - std::abs(folded.y));
    const double under = std::max(-direction.z, 0.0);
    direction.x -= direction.x >= 0.0 ? under : -under;
    direction.y -= direction.y >= 0.0 ? under : -under;
    return glm::normalize(direction);
}

void probeMesh(SkinProbe& probe, const ProbedMesh& probed, uint32_t maxBones, Deviation& deviation) {
    const auto& [mesh, palette, weights, size] = probed;
    std::vector<glm::vec3> positions(mesh.vertexCount()), normals(mesh.vertexCount()), morphed(mesh.vertexCount());
    const bool linear = probe.skinning() == Skinning::linear;
    (linear ? skinPositions : skinPositionsByDualQuaternions)(mesh, palette, positions, weights);
    (linear ? skinNormals : skinNormalsByDualQuaternions)(mesh, palette, normals, weights);
    morphNormals(mesh, weights, morphed);
    Box box;
    for (const glm::vec3& position : positions)
        box.add(position);
    const float whole = size > 0.0f ? size : box.diagonal();
    const std::vector<MeshPart> parts = splitByPalette(mesh, maxBones);
    for (const MeshPart& part : parts) {
        REQUIRE(part.bones.size() <= maxBones);
        std::vector<glm::mat4> partPalette;
        for (const uint32_t bone : part.bones)
            partPalette.push_back(palette[bone]);
        const std::vector<ProbeResult> results =
            probe.run(fetchedVertices(mesh, part, probe.influences()), partPalette,
                      placedMorphs(mesh, parts, static_cast<size_t>(&part - parts.data()), weights));
        for (size_t i = 0; i < results.size(); ++i) {
            const uint32_t vertex = part.vertices[i];
            ++deviation.vertices;
            raise(deviation.position, glm::length(glm::vec3(results[i].position) - positions[vertex]) / whole);
            const glm::mat4 blended = blendedMatrix(mesh, vertex, palette);
            if (glm::length(morphed[vertex]) > 0.3f && isWellConditioned(blended, glm::normalize(morphed[vertex])))
                raise(deviation.normal, glm::length(glm::vec3(results[i].normal) - normals[vertex]));
            else
                ++deviation.withoutNormal;
        }
    }
}

SkinnedMesh randomMesh(Random& random, uint32_t boneCount, uint32_t triangleCount, uint32_t most) {
    SkinnedMesh mesh;
    mesh.boneCount = boneCount;
    for (uint32_t corner = 0; corner < 3 * triangleCount; ++corner) {
        mesh.positions.push_back(random.vector(-2.0f, 2.0f));
        mesh.normals.emplace_back(unfolded(octahedralEncode(random.direction())));
        mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
        mesh.uvs.emplace_back(0.0f);
        mesh.colors.emplace_back(1.0f);
        std::array<Influences, 2> sets;
        uint32_t left = kWeightOne;
        const uint32_t count = random.between(1, most);
        for (uint32_t i = 0; i < count; ++i) {
            const uint32_t weight = i + 1 == count ? left : random.between(1, left - (count - i - 1));
            Influences& influences = sets[i / kInfluencesPerVertex];
            influences.bones[i % kInfluencesPerVertex] = static_cast<uint16_t>(random.below(boneCount));
            influences.weights[i % kInfluencesPerVertex] = static_cast<uint16_t>(weight);
            left -= weight;
        }
        mesh.influences.push_back(sets[0]);
        if (most > kInfluencesPerVertex) mesh.moreInfluences.push_back(sets[1]);
        mesh.indices.push_back(corner);
    }
    return mesh;
}

std::vector<glm::mat4> randomPalette(Random& random, uint32_t boneCount) {
    std::vector<glm::mat4> palette;
    for (uint32_t i = 0; i < boneCount; ++i) {
        glm::vec3 scale = random.vector(0.3f, 3.0f);
        if (random.chance(0.25)) scale[static_cast<int>(random.below(3))] *= -1.0f;
        palette.push_back(matrixFrom({random.vector(-3.0f, 3.0f), random.rotation(), scale}));
    }
    return palette;
}
