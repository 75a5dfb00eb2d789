#pragma once

#include <cstdint>
#include <future>
#include <span>
#include <vector>

#include <assimp/mesh.h>

#include "import/import_model.h"
#include "import/morphs.h"
#include "model/cut_vertices.h"

namespace sinew {

/// A mesh and the bones that its influences name: bones[i] is an index into aiMesh::mBones, or kFollowsNode.
struct ImportedMesh {
    static constexpr uint32_t kFollowsNode = ~0u;  ///< the node that shows the mesh, identity

    SkinnedMesh mesh;                 ///< until finishMesh(), its influences only
    std::future<SkinnedMesh> others;  ///< all else of it, which may still be in the making
    InfluenceReport influences;
    std::vector<float> morphWeights;  ///< one for each of the mesh's targets, when no clip moves it
    std::vector<uint32_t> bones;      ///< SkinnedMesh::boneCount of them; kFollowsNode only as the last
    CutVertices cut;                  ///< where asked for; its bones are indices into aiMesh::mBones
};

struct MeshOptions {
    bool needsTangents = false;  ///< the material has a normal map
    bool linearColors = false;   ///< vertex colours are linear already
    MorphConventions morphs;
    std::span<const MorphSource> shapes;         ///< targets, where they are not assimp's
    uint32_t influences = kInfluencesPerVertex;  ///< kept: 4 or 8
    bool keepCut = false;                        ///< fill ImportedMesh::cut
};

/// Triangles only, identical vertices welded, influences as the design's policy has them. What had to be repaired goes
/// to `findings`. A mesh without triangles comes back empty. Vertices of a large one are made beside what the caller
/// does next, until finishMesh(): `source`, which loses its triangles, and what `options` points to must last as long.
ImportedMesh convertMesh(aiMesh& source, const MeshOptions& options, std::vector<Finding>& findings);

void finishMesh(ImportedMesh& mesh);

}  // namespace sinew
