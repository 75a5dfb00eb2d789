#include "render/packed_vertex.h"

#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

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

std::array<int16_t, 2> foldOctahedron(const glm::vec3& direction) {
    const float reach = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
    if (!(reach > 0.0f)) return {0, 0};
    glm::vec2 folded = glm::vec2(direction) / reach;
    if (direction.z < 0.0f)
        folded = {(1.0f - std::abs(folded.y)) * (folded.x >= 0.0f ? 1.0f : -1.0f),
                  (1.0f - std::abs(folded.x)) * (folded.y >= 0.0f ? 1.0f : -1.0f)};
    return {snorm<int16_t>(folded.x), snorm<int16_t>(folded.y)};
}

std::vector<PackedVertex> packVertices(const SkinnedMesh& mesh, const MeshPart& part) {
    std::vector<PackedVertex> packed;
    packed.reserve(part.vertices.size());
    for (size_t i = 0; i < part.vertices.size(); ++i) {
        const uint32_t vertex = part.vertices[i];
        const glm::vec3& position = mesh.positions[vertex];
        const glm::vec4& tangent = mesh.tangents[vertex];
        const glm::vec4& color = mesh.colors[vertex];
        packed.push_back({.position = {position.x, position.y, position.z},
                          .normal = foldOctahedron(mesh.normals[vertex]),
                          .tangent = {snorm<int8_t>(tangent.x), snorm<int8_t>(tangent.y), snorm<int8_t>(tangent.z),
                                      static_cast<int8_t>(tangent.w < 0.0f ? -127 : 127)},
                          .uv = {mesh.uvs[vertex].x, mesh.uvs[vertex].y},
                          .color = {unorm8(color.r), unorm8(color.g), unorm8(color.b), unorm8(color.a)},
                          .slots = part.slots[i],
                          .weights = mesh.influences[vertex].weights});
    }
    return packed;
}

std::vector<PackedInfluences> packMoreInfluences(const SkinnedMesh& mesh, const MeshPart& part) {
    std::vector<PackedInfluences> packed(part.vertices.size());
    for (size_t i = 0; i < part.moreSlots.size(); ++i)
        packed[i] = {part.moreSlots[i], mesh.moreInfluences[part.vertices[i]].weights};
    return packed;
}

}  // namespace sinew
