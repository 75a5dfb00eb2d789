#pragma once

#include <cstdint>
#include <vector>

#include "model/skinned_mesh.h"
#include "model/split_by_palette.h"
#include "shared.h"

namespace sinew {

/// The deltas of morphed vertices, a row for each vertex: row r is deltas[starts[r]] up to deltas[starts[r + 1]]. So a
/// vertex shader reads only what moves its vertex, however many targets there are.
struct MorphRows {
    std::vector<uint32_t> starts{0};
    std::vector<shared::MorphDelta> deltas;

    size_t rowCount() const { return starts.size() - 1; }
};

/// Adds a row for each vertex of the part, in its order.
void addMorphRows(const SkinnedMesh& mesh, const MeshPart& part, MorphRows& rows);

}  // namespace sinew
