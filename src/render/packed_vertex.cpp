#include "render/packed_vertex.h"

#include <cmath>
#include <limits>

#include <glm/common.hpp>

#include "animation/pose/dual_quaternion.h"

namespace sinew {
namespace {

template <typename Integer>
Integer snorm(float value) {
    constexpr float kOne = std::numeric_limits<Integer>::max();
    return static_cast<Integer>(std::lround(glm::clamp(value, -1.0f, 1.0f) * kOne));
}

uint8_t unorm8(float value) {
    return static_cast<uint8_t>(std::lround(glm::clamp(value, 0.0f, 1.0f) * 255.0f));
}

}  // namespace

std::array<int16_t, 2> octahedralEncode(const glm::vec3& direction) {
    const float norm = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
    if (!(norm > 0.0f)) return {0, 0};
    glm::vec2 encoded = glm::vec2(direction) / norm;
    if (direction.z < 0.0f)
        encoded = {(1.0f - std::abs(encoded.y)) * (encoded.x >= 0.0f ? 1.0f : -1.0f),
                   (1.0f - std::abs(encoded.x)) * (encoded.y >= 0.0f ? 1.0f : -1.0f)};
    return {snorm<int16_t>(encoded.x), snorm<int16_t>(encoded.y)};
}

std::vector<PackedVertex> packVertices(const SkinnedMesh& mesh, const MeshPart& part) {
    std::vector<PackedVertex> packed;
    packed.reserve(part.vertices.size());
    for (size_t i = 0; i < part.vertices.size(); ++i) {
        const uint32_t vertex = part.vertices[i];
        const glm::vec3& position = mesh.positions[vertex];
        const glm::vec4& tangent = mesh.tangents[vertex];
        const glm::vec4& color = mesh.colors[vertex];
        const glm::vec2& uv = mesh.uvs[vertex];
        const glm::vec2& moreUv = mesh.moreUvs.empty() ? uv : mesh.moreUvs[vertex];
        packed.push_back({.position = {position.x, position.y, position.z},
                          .normal = octahedralEncode(mesh.normals[vertex]),
                          .tangent = {snorm<int8_t>(tangent.x), snorm<int8_t>(tangent.y), snorm<int8_t>(tangent.z),
                                      static_cast<int8_t>(tangent.w < 0.0f ? -127 : 127)},
                          .uv = {uv.x, uv.y},
                          .color = {unorm8(color.r), unorm8(color.g), unorm8(color.b), unorm8(color.a)},
                          .paletteIndices = part.paletteIndices[i],
                          .weights = mesh.influences[vertex].weights,
                          .moreUv = {moreUv.x, moreUv.y}});
    }
    return packed;
}

std::vector<PackedInfluences> packMoreInfluences(const SkinnedMesh& mesh, const MeshPart& part) {
    std::vector<PackedInfluences> packed(part.vertices.size());
    for (size_t i = 0; i < part.morePaletteIndices.size(); ++i)
        packed[i] = {part.morePaletteIndices[i], mesh.moreInfluences[part.vertices[i]].weights};
    return packed;
}

void addMorphRows(const SkinnedMesh& mesh, const MeshPart& part, MorphRows& rows) {
    std::vector<uint32_t> counts(mesh.vertexCount(), 0);  // deltas per vertex of the mesh
    for (const MorphTarget& target : mesh.morphTargets)
        for (const MorphDelta& delta : target.deltas)
            ++counts[delta.vertex];
    constexpr uint32_t kNotInPart = ~0u;
    std::vector<uint32_t> next(mesh.vertexCount(), kNotInPart);  // where the vertex's next delta goes
    for (const uint32_t vertex : part.vertices) {
        next[vertex] = rows.starts.back();
        rows.starts.push_back(rows.starts.back() + counts[vertex]);
    }
    rows.deltas.resize(rows.starts.back());
    for (size_t t = 0; t < mesh.morphTargets.size(); ++t)
        for (const MorphDelta& delta : mesh.morphTargets[t].deltas)
            if (next[delta.vertex] != kNotInPart)
                rows.deltas[next[delta.vertex]++] = {.position = glm::vec4(delta.position, static_cast<float>(t)),
                                                     .normal = glm::vec4(delta.normal, 0.0f)};
}

shared::ScaledDualQuaternion packDualQuaternion(const glm::mat4& worldFromMesh) {
    const auto vectorFrom = [](const glm::quat& q) { return glm::vec4(q.x, q.y, q.z, q.w); };
    const RigidAndScale split = splitScale(worldFromMesh);
    const glm::mat3& s = split.scale;
    const glm::vec3 shear = 0.5f * glm::vec3(s[0][1] + s[1][0], s[0][2] + s[2][0], s[1][2] + s[2][1]);
    return {.real = vectorFrom(split.rigid.real),
            .dual = vectorFrom(split.rigid.dual),
            .diagonal = {s[0][0], s[1][1], s[2][2], 0.0f},
            .shear = glm::vec4(shear, 0.0f)};
}

}  // namespace sinew
