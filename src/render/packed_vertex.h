#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/skinned_mesh.h"
#include "model/split_by_palette.h"

namespace sinew {

/// A vertex in GPU memory: 44 bytes. The formats are those that every Vulkan device reads (table "Mandatory format
/// support").
struct PackedVertex {
    std::array<float, 3> position;  ///< mesh space
    std::array<int16_t, 2> normal;  ///< snorm16, octahedral
    std::array<int8_t, 4> tangent;  ///< snorm8, w = +-1
    std::array<float, 2> uv;
    std::array<uint8_t, 4> color;     ///< unorm8, linear
    std::array<uint8_t, 4> slots;     ///< of the part's palette
    std::array<uint16_t, 4> weights;  ///< unorm16, sum 65535
};
static_assert(sizeof(PackedVertex) == 44);

/// The fifth to eighth influence of a vertex, in a buffer of its own: 12 bytes.
struct PackedInfluences {
    std::array<uint8_t, 4> slots;     ///< of the part's palette
    std::array<uint16_t, 4> weights;  ///< unorm16; with PackedVertex::weights the sum is 65535
};
static_assert(sizeof(PackedInfluences) == 12);

/// The second influences of one part's vertices, in its order: all zero where the mesh has none.
std::vector<PackedInfluences> packMoreInfluences(const SkinnedMesh& mesh, const MeshPart& part);

/// The vertices of one part, in its order.
std::vector<PackedVertex> packVertices(const SkinnedMesh& mesh, const MeshPart& part);

/// A unit vector as two snorm16 on the unfolded octahedron; shaders/vertex_input.glsl unfolds it. Off by less than
/// 0.004 degrees.
std::array<int16_t, 2> foldOctahedron(const glm::vec3& direction);

}  // namespace sinew
