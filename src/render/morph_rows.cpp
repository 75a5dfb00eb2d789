#include "render/morph_rows.h"

namespace sinew {

static_assert(sizeof(shared::MorphDelta) == 32);

void addMorphRows(const SkinnedMesh& mesh, const MeshPart& part, MorphRows& rows) {
    // First how many deltas each of the mesh's vertices has, then where the part's rows begin.
    std::vector<uint32_t> counts(mesh.vertexCount(), 0);
    for (const MorphTarget& target : mesh.morphTargets)
        for (const MorphDelta& delta : target.deltas)
            ++counts[delta.vertex];
    constexpr uint32_t kNotHere = ~0u;
    std::vector<uint32_t> next(mesh.vertexCount(), kNotHere);
    for (const uint32_t vertex : part.vertices) {
        next[vertex] = rows.starts.back();
        rows.starts.push_back(rows.starts.back() + counts[vertex]);
    }
    rows.deltas.resize(rows.starts.back());
    for (size_t t = 0; t < mesh.morphTargets.size(); ++t)
        for (const MorphDelta& delta : mesh.morphTargets[t].deltas)
            if (next[delta.vertex] != kNotHere)
                rows.deltas[next[delta.vertex]++] = {.position = glm::vec4(delta.position, static_cast<float>(t)),
                                                     .normal = glm::vec4(delta.normal, 0.0f)};
}

}  // namespace sinew
