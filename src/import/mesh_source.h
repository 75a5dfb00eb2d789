#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <assimp/mesh.h>

#include "model/finding.h"

namespace sinew {

/// A mesh as assimp holds it, made fit for use: indices in range, numbers finite, normals where there were none. Arrays
/// point into assimp's memory where nothing had to be repaired.
struct MeshSource {
    std::string name;
    std::vector<uint32_t> indices;  ///< three a triangle; points and lines are left out
    std::span<const aiVector3D> positions;
    std::span<const aiVector3D> normals;               ///< not zero, of any length
    std::span<const aiVector3D> uvs;                   ///< x and y, y upwards; empty when the file has none
    std::span<const aiColor4D> colors;                 ///< may be empty; not checked
    std::span<const aiVector3D> tangents, bitangents;  ///< may be empty; not checked

    std::vector<aiVector3D> repairedPositions, repairedNormals, repairedUvs;
};

/// What was repaired goes to `findings`. Without triangles the arrays are empty.
MeshSource readMesh(const aiMesh& file, std::vector<Finding>& findings);

}  // namespace sinew
