#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/skinned_mesh.h"
#include "model/split_by_palette.h"
#include "shared.h"

namespace sinew {

/// A vertex in GPU memory: 52 bytes, in formats that every Vulkan device supports for vertex buffers.
struct PackedVertex {
    std::array<float, 3> position;  ///< mesh space
    std::array<int16_t, 2> normal;  ///< snorm16, octahedral
    std::array<int8_t, 4> tangent;  ///< snorm8, w = +-1
    std::array<float, 2> uv;
    std::array<uint8_t, 4> color;           ///< unorm8, linear
    std::array<uint8_t, 4> paletteIndices;  ///< in the part's palette
    std::array<uint16_t, 4> weights;        ///< unorm16, sum 65535
    std::array<float, 2> moreUv;            ///< UV set 1; set 0 if there is none
};
static_assert(sizeof(PackedVertex) == 52);

/// Influences 5 to 8 of a vertex, in a second vertex buffer: 12 bytes.
struct PackedInfluences {
    std::array<uint8_t, 4> paletteIndices;
    std::array<uint16_t, 4> weights;  ///< unorm16; the sum with PackedVertex::weights is 65535
};
static_assert(sizeof(PackedInfluences) == 12);

/// Morph deltas grouped by vertex: row r is deltas[starts[r]] to deltas[starts[r + 1] - 1]. A vertex shader so reads
/// only the deltas of its vertex.
struct MorphRows {
    std::vector<uint32_t> starts{0};
    std::vector<shared::MorphDelta> deltas;

    size_t rowCount() const { return starts.size() - 1; }
};

/// The vertices of a part, in its order.
std::vector<PackedVertex> packVertices(const SkinnedMesh& mesh, const MeshPart& part);

/// Influences 5 to 8 of the part's vertices, in its order; all zero if the mesh has none.
std::vector<PackedInfluences> packMoreInfluences(const SkinnedMesh& mesh, const MeshPart& part);

/// Appends one row for each vertex of the part, in its order.
void addMorphRows(const SkinnedMesh& mesh, const MeshPart& part, MorphRows& rows);

/// Encodes a unit vector as octahedral snorm16; octahedralDecode in shaders/vertex_input.glsl is the inverse. Error
/// below 0.004 degrees.
std::array<int16_t, 2> octahedralEncode(const glm::vec3& direction);

/// Palette entry for SKINNING_DUAL_QUATERNION.
shared::ScaledDualQuaternion packDualQuaternion(const glm::mat4& worldFromMesh);

}  // namespace sinew
