#pragma once

#include <memory>
#include <span>

#include <assimp/mesh.h>

#include "model/skinned_mesh.h"

namespace sinew {

/// One entry of a file's weight list.
struct RawInfluence {
    uint32_t bone;
    float weight;
};

/// A file's weights for one bone.
struct BoneWeights {
    uint32_t bone = 0;
    std::span<const aiVertexWeight> weights;
};

/// The valid influences (finite and positive, for an existing vertex) of each vertex of a mesh, the bones of a vertex
/// in the order given.
class InfluenceLists {
  public:
    InfluenceLists(size_t vertexCount, std::span<const BoneWeights> bones);

    std::span<const RawInfluence> of(uint32_t vertex) const {
        return {entries_.get() + starts_[vertex], entries_.get() + starts_[vertex + 1]};
    }
    size_t vertexCount() const { return starts_.size() - 1; }
    size_t ignoredCount() const { return ignored_; }      ///< for no vertex, not finite, or negative
    size_t notFiniteCount() const { return notFinite_; }  ///< of the ignored ones
    size_t count() const { return starts_.back(); }       ///< for all vertices

  private:
    std::vector<uint32_t> starts_;
    std::unique_ptr<RawInfluence[]> entries_;
    size_t ignored_ = 0, notFinite_ = 0;
};

/// The result of quantize() for one vertex.
struct QuantizedInfluences {
    Influences influences;
    Influences more;         ///< the fifth to eighth, where 8 are kept
    uint32_t count = 0;      ///< bones with weight
    float sum = 0.0f;        ///< of the file's weights
    float shareLost = 0.0f;  ///< share of the sum that was cut
};

/// Sums the entries of each bone, keeps the `kept` (4 or 8) largest (of equal ones, the lower bone), divides by their
/// sum, and rounds to unorm16 that sum to kWeightOne exactly, each off by less than 1 / kWeightOne (largest remainder).
/// The largest comes first. `raw` has valid weights by ascending bone; when it is empty, so is the result (count 0).
QuantizedInfluences quantize(std::span<const RawInfluence> raw, uint32_t kept = kInfluencesPerVertex);

}  // namespace sinew
