#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/skinned_mesh.h"

namespace sinew {

/// The palette indices of one set of influences.
using PaletteIndices = std::array<uint8_t, kInfluencesPerVertex>;

/// Consecutive triangles of a mesh whose bones fit one palette.
struct MeshPart {
    std::vector<uint32_t> bones;                     ///< palette index -> bone of the mesh; only bones with weight
    std::vector<uint32_t> vertices;                  ///< vertex of the part -> vertex of the mesh
    std::vector<PaletteIndices> paletteIndices;      ///< per vertex of the part, for SkinnedMesh::influences
    std::vector<PaletteIndices> morePaletteIndices;  ///< the same for SkinnedMesh::moreInfluences; may be empty
    std::vector<uint32_t> indices;                   ///< three per triangle, into `vertices`
};

/// Splits a mesh into parts of at most `maxBones` bones: 12 to 256, and 24 at least with a second set of influences.
/// Goes through the triangles in order and starts a new part if the next triangle does not fit. Every triangle is in
/// exactly one part; a mesh that fits stays whole; vertices on a seam are in both parts. A mesh without triangles has
/// no parts.
std::vector<MeshPart> splitByPalette(const SkinnedMesh& mesh, uint32_t maxBones);

}  // namespace sinew
