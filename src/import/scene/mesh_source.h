#pragma once

#include <cstdint>

#include <assimp/mesh.h>

#include "model/finding.h"

namespace sinew {

/// A mesh of assimp's with valid indices, finite numbers, and normals. Arrays point into assimp's memory where nothing
/// was repaired.
struct MeshSource {
    std::string name;
    std::vector<uint32_t> indices;  ///< three per triangle; points and lines are dropped
    std::span<const aiVector3D> positions;
    std::span<const aiVector3D> normals;               ///< of any length but zero
    std::span<const aiVector3D> uvs;                   ///< x and y, y up; may be empty
    std::span<const aiVector3D> moreUvs;               ///< UV set 1; empty unless wanted
    std::span<const aiColor4D> colors;                 ///< may be empty; not checked
    std::span<const aiVector3D> tangents, bitangents;  ///< may be empty; not checked

    std::vector<aiVector3D> repairedPositions, repairedNormals, repairedUvs, repairedMoreUvs;
};

/// Repairs are findings. Without triangles the arrays are empty. `wantsMoreUvs`: fill moreUvs.
MeshSource readMesh(const aiMesh& file, Findings& findings, bool wantsMoreUvs = false);

}  // namespace sinew
