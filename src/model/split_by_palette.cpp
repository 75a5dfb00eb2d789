#include "model/split_by_palette.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew {
namespace {

constexpr uint32_t kNone = ~0u;

/// The part being filled, and the maps from the mesh's bones and vertices to the part's. take() resets only the entries
/// that the part used, so that many small parts of a large mesh cost no more than one large part.
class PartBuilder {
  public:
    PartBuilder(const SkinnedMesh& mesh, uint32_t maxBones)
        : mesh_(mesh),
          maxBones_(maxBones),
          paletteIndexOfBone_(mesh.boneCount, kNone),
          partVertexOf_(mesh.vertexCount(), kNone) {}

    bool fits(const uint32_t* triangle) const {
        std::array<uint32_t, 3 * kMostInfluences> added{};
        size_t addedCount = 0;
        forEachBone(triangle, [&](uint32_t bone) {
            const auto end = added.begin() + addedCount;
            if (paletteIndexOfBone_[bone] == kNone && std::find(added.begin(), end, bone) == end)
                added[addedCount++] = bone;
        });
        return part_.bones.size() + addedCount <= maxBones_;
    }

    void add(const uint32_t* triangle) {
        forEachBone(triangle, [&](uint32_t bone) {
            if (paletteIndexOfBone_[bone] != kNone) return;
            paletteIndexOfBone_[bone] = static_cast<uint32_t>(part_.bones.size());
            part_.bones.push_back(bone);
        });
        for (int corner = 0; corner < 3; ++corner)
            part_.indices.push_back(partVertex(triangle[corner]));
    }

    bool empty() const { return part_.indices.empty(); }

    MeshPart take() {
        for (uint32_t bone : part_.bones)
            paletteIndexOfBone_[bone] = kNone;
        for (uint32_t vertex : part_.vertices)
            partVertexOf_[vertex] = kNone;
        return std::exchange(part_, {});
    }

  private:
    template <typename Visit>
    void forEachBone(const uint32_t* triangle, const Visit& visit) const {
        for (int corner = 0; corner < 3; ++corner)
            forEachInfluence(mesh_, triangle[corner], [&](uint32_t bone, uint16_t) { visit(bone); });
    }

    PaletteIndices paletteIndices(const Influences& influences) const {
        PaletteIndices indices{};
        for (uint32_t i = 0; i < kInfluencesPerVertex; ++i)
            if (influences.weights[i] > 0) indices[i] = static_cast<uint8_t>(paletteIndexOfBone_[influences.bones[i]]);
        return indices;
    }

    uint32_t partVertex(uint32_t meshVertex) {
        uint32_t& vertex = partVertexOf_[meshVertex];
        if (vertex == kNone) {
            vertex = static_cast<uint32_t>(part_.vertices.size());
            part_.vertices.push_back(meshVertex);
            part_.paletteIndices.push_back(paletteIndices(mesh_.influences[meshVertex]));
            if (!mesh_.moreInfluences.empty())
                part_.morePaletteIndices.push_back(paletteIndices(mesh_.moreInfluences[meshVertex]));
        }
        return vertex;
    }

    const SkinnedMesh& mesh_;
    uint32_t maxBones_;
    std::vector<uint32_t> paletteIndexOfBone_;
    std::vector<uint32_t> partVertexOf_;
    MeshPart part_;
};

}  // namespace

std::vector<MeshPart> splitByPalette(const SkinnedMesh& mesh, uint32_t maxBones) {
    assert(maxBones >= 3 * (mesh.moreInfluences.empty() ? kInfluencesPerVertex : kMostInfluences) && maxBones <= 256);
    std::vector<MeshPart> parts;
    PartBuilder builder(mesh, maxBones);
    for (size_t first = 0; first + 2 < mesh.indices.size(); first += 3) {
        const uint32_t* triangle = &mesh.indices[first];
        if (!builder.fits(triangle)) parts.push_back(builder.take());
        builder.add(triangle);
    }
    if (!builder.empty()) parts.push_back(builder.take());
    return parts;
}

}  // namespace sinew
