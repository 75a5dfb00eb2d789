#pragma once

#include <future>

#include "import/scene/morphs.h"
#include "model/imported_model.h"

namespace sinew {

/// A mesh and its bones: bones[i] is an index into aiMesh::mBones, or kFollowsNode.
struct ImportedMesh {
    static constexpr uint32_t kFollowsNode = ~0u;  ///< the node that shows the mesh; the matrix is the identity

    SkinnedMesh mesh;                 ///< its influences only, until finishMesh()
    std::future<SkinnedMesh> others;  ///< the rest of it, which may still be in progress
    InfluenceReport influences;
    std::vector<float> morphWeights;  ///< one for each morph target, at rest
    std::vector<uint32_t> bones;      ///< SkinnedMesh::boneCount of them; kFollowsNode only as the last
    CutVertices cut;                  ///< if requested; its bones are indices into aiMesh::mBones
};

struct MeshOptions {
    bool needsTangents = false;        ///< the material has a normal map
    bool wantsMoreUvs = false;         ///< a texture of the material uses UV set 1
    uint32_t tangentSet = 0;           ///< the UV set along which tangents run, if the mesh has it
    glm::mat2 tangentTransform{1.0f};  ///< of its coordinates into those of the normal map, without the offset
    bool linearColors = false;         ///< vertex colors are linear
    MorphConventions morphs;
    std::span<const MorphSource> shapes;         ///< morph targets, instead of assimp's
    uint32_t influences = kInfluencesPerVertex;  ///< kept: 4 or 8
    bool keepCut = false;                        ///< fill ImportedMesh::cut
};

/// Checks the number of vertices in the file, before welding, against kMaxVertices.
/// @throws std::runtime_error with the limit.
void checkVertexCount(const aiScene& scene);

/// Converts triangles, welds equal vertices and quantizes influences. Repairs are findings. A mesh without triangles is
/// empty. The vertices of a large mesh are converted in the background until finishMesh(): `source`, which loses its
/// triangles, and what `options` refers to must live as long.
ImportedMesh convertMesh(aiMesh& source, const MeshOptions& options, Findings& findings);

void finishMesh(ImportedMesh& mesh);

}  // namespace sinew
