#pragma once

#include <span>
#include <string>
#include <vector>

#include <assimp/mesh.h>

#include "import/mesh_source.h"
#include "model/skinned_mesh.h"

namespace sinew {

/// What the file's format and the library's reading of it mean by a morph target.
struct MorphConventions {
    bool relative = false;     ///< where the mesh says so, targets are offsets to add (Collada), not shapes
    bool weightsLost = false;  ///< assimp says 1 where it did not read the weight (FBX: a channel of a single shape)
};

/// A morph target as assimp holds it, vertex beside vertex with the mesh. Without positions it moves nothing.
struct MorphSource {
    std::string name;
    std::span<const aiVector3D> positions;  ///< not checked to be finite
    std::span<const aiVector3D> normals;    ///< may be empty; as positions
    float weight = 0.0f;                    ///< finite; when no clip moves it
    bool relative = false;
};

/// That some targets of what is called so do not fit.
Finding morphMisfit(const std::string& object, size_t targets);

/// All targets of a mesh, in assimp's order, which clips count in. One that does not fit the mesh stays, without
/// effect.
std::vector<MorphSource> readMorphs(const aiMesh& file, const std::string& meshName,
                                    const MorphConventions& conventions, std::vector<Finding>& findings);

/// The targets of a mesh whose vertices are those of `sources` (indices into the file's). Where the file has no normals
/// at all, those of each shape are made as the mesh's were; `mesh` has its positions, normals and indices already.
std::vector<MorphTarget> convertMorphs(std::span<const MorphSource> morphs, const MeshSource& source, bool normalsMade,
                                       std::span<const uint32_t> sources, const SkinnedMesh& mesh);

}  // namespace sinew
