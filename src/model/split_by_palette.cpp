#include "model/split_by_palette.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sinew {
namespace {

constexpr uint32_t kNotPlaced = ~0u;

/// The part being filled, with the way back from the mesh's bones and vertices to its own. The maps are cleared by
/// walking what the part holds, so that many small parts of a large mesh cost no more than one large part.
class PartBuilder {
  public:
    PartBuilder(const SkinnedMesh& mesh, uint32_t maxBones)
        : mesh_(mesh),
          maxBones_(maxBones),
          slotOfBone_(mesh.boneCount, kNotPlaced),
          vertexOfMesh_(mesh.vertexCount(), kNotPlaced) {}

    bool fits(const uint32_t* triangle) const {
        std::array<uint32_t, 3 * kMostInfluences> fresh{};
        size_t freshCount = 0;
        forEachBone(triangle, [&](uint32_t bone) {
            const auto end = fresh.begin() + freshCount;
            if (slotOfBone_[bone] == kNotPlaced && std::find(fresh.begin(), end, bone) == end)
                fresh[freshCount++] = bone;
        });
        return part_.bones.size() + freshCount <= maxBones_;
    }

    void add(const uint32_t* triangle) {
        forEachBone(triangle, [&](uint32_t bone) {
            if (slotOfBone_[bone] != kNotPlaced) return;
            slotOfBone_[bone] = static_cast<uint32_t>(part_.bones.size());
            part_.bones.push_back(bone);
        });
        for (int corner = 0; corner < 3; ++corner)
            part_.indices.push_back(vertexOf(triangle[corner]));
    }

    bool empty() const { return part_.indices.empty(); }

    MeshPart take() {
        for (uint32_t bone : part_.bones)
            slotOfBone_[bone] = kNotPlaced;
        for (uint32_t vertex : part_.vertices)
            vertexOfMesh_[vertex] = kNotPlaced;
        return std::exchange(part_, {});
    }

  private:
    template <typename Visit>
    void forEachBone(const uint32_t* triangle, const Visit& visit) const {
        for (int corner = 0; corner < 3; ++corner) {
            forEachBone(mesh_.influences[triangle[corner]], visit);
            if (!mesh_.moreInfluences.empty()) forEachBone(mesh_.moreInfluences[triangle[corner]], visit);
        }
    }

    template <typename Visit>
    static void forEachBone(const Influences& influences, const Visit& visit) {
        for (uint32_t i = 0; i < kInfluencesPerVertex; ++i)
            if (influences.weights[i] > 0) visit(influences.bones[i]);
    }

    std::array<uint8_t, kInfluencesPerVertex> slotsOf(const Influences& influences) const {
        std::array<uint8_t, kInfluencesPerVertex> slots{};
        for (uint32_t i = 0; i < kInfluencesPerVertex; ++i)
            if (influences.weights[i] > 0) slots[i] = static_cast<uint8_t>(slotOfBone_[influences.bones[i]]);
        return slots;
    }

    uint32_t vertexOf(uint32_t meshVertex) {
        uint32_t& vertex = vertexOfMesh_[meshVertex];
        if (vertex == kNotPlaced) {
            vertex = static_cast<uint32_t>(part_.vertices.size());
            part_.vertices.push_back(meshVertex);
            part_.slots.push_back(slotsOf(mesh_.influences[meshVertex]));
            if (!mesh_.moreInfluences.empty()) part_.moreSlots.push_back(slotsOf(mesh_.moreInfluences[meshVertex]));
        }
        return vertex;
    }

    const SkinnedMesh& mesh_;
    uint32_t maxBones_;
    std::vector<uint32_t> slotOfBone_;
    std::vector<uint32_t> vertexOfMesh_;
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
