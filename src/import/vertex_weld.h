#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "import/influences.h"
#include "import/mesh_source.h"
#include "import/morphs.h"

namespace sinew {

/// Which of a mesh's vertices are one.
struct VertexWeld {
    static constexpr uint32_t kUnused = ~0u;

    std::vector<uint32_t> sources;   ///< of each distinct vertex: the first of the file's that it stands for
    std::vector<uint32_t> vertexOf;  ///< of each of the file's vertices; kUnused where no triangle has it
};

/// Welds what is equal bit for bit, influences left aside: lists of them take as long to make, on another core.
/// `uvSides`: empty, or what uvOrientations() (tangent_frame.h) makes of them.
VertexWeld weldVertices(const MeshSource& source, std::span<const int8_t> uvSides, std::span<const MorphSource> morphs);

/// Takes vertices apart that have other influences than the one that stands for them: the new ones follow.
void splitByInfluences(const InfluenceLists& lists, VertexWeld& weld);

}  // namespace sinew
