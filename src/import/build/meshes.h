#pragma once

#include <future>
#include <span>

#include "import/source.h"
#include "model/imported_model.h"

namespace sinew {

/// A mesh and its bones: bones[i] is below SourceMesh::boneCount, or kFollowsNode.
struct ImportedMesh {
    static constexpr uint32_t kFollowsNode = ~0u;  ///< the node that shows the mesh; the matrix is the identity

    SkinnedMesh mesh;                 ///< its influences only, until finishMesh()
    std::future<SkinnedMesh> others;  ///< the rest of it, which may still be in progress
    InfluenceReport influences;
    std::vector<uint32_t> bones;  ///< SkinnedMesh::boneCount of them; kFollowsNode only as the last
    CutVertices cut;              ///< if requested; its bones are below SourceMesh::boneCount
};

struct MeshOptions {
    bool needsTangents = false;        ///< the material has a normal map
    bool wantsMoreUvs = false;         ///< a texture of the material uses UV set 1
    uint32_t tangentSet = 0;           ///< the UV set along which tangents run, if the mesh has it
    glm::mat2 tangentTransform{1.0f};  ///< of its coordinates into those of the normal map, without the offset
    uint32_t influences = kInfluencesPerVertex;  ///< kept: 4 or 8
    bool keepCut = false;                        ///< fill ImportedMesh::cut
};

/// Checks the number of vertices in the file, before welding, against kMaxVertices.
/// @throws Error(Exit::input) with the limit.
void checkVertexCount(std::span<const SourceMesh> meshes);

/// Makes the mesh sound, welds equal vertices and quantizes influences. Repairs are findings. A mesh without triangles
/// is empty. The vertices of a large mesh are converted in the background until finishMesh().
ImportedMesh convertMesh(SourceMesh source, const MeshOptions& options, Findings& findings);

void finishMesh(ImportedMesh& mesh);

}  // namespace sinew
