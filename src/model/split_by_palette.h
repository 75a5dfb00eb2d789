#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/skinned_mesh.h"

namespace sinew {

/// A run of a mesh's triangles whose bones fit one palette.
struct MeshPart {
    std::vector<uint32_t> bones;     ///< palette slot -> bone of the mesh; only bones that carry weight
    std::vector<uint32_t> vertices;  ///< vertex of the part -> vertex of the mesh
    std::vector<std::array<uint8_t, kInfluencesPerVertex>>
        slots;  ///< for each vertex of the part: the slots its weights speak of
    std::vector<std::array<uint8_t, kInfluencesPerVertex>>
        moreSlots;                  ///< the same for SkinnedMesh::moreInfluences; empty without
    std::vector<uint32_t> indices;  ///< three a triangle, into `vertices`
};

/// Cuts a mesh into parts of at most `maxBones` bones (12 to 256: a triangle has up to 12, and with a second
/// set of influences 24). Walks the triangles once, in their order,
/// and opens a new part when the next one would not fit. Every triangle is in exactly one part; a mesh that fits stays
/// one part; vertices on a cut are in both parts. A mesh without triangles has no part.
std::vector<MeshPart> splitByPalette(const SkinnedMesh& mesh, uint32_t maxBones);

}  // namespace sinew
