#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <assimp/mesh.h>

#include "model/skinned_mesh.h"

namespace sinew {

/// One entry of a file's weight list, as the file has it.
struct RawInfluence {
    uint32_t bone;
    float weight;
};

/// A file's weights of one bone: vertices and weights, side by side in memory.
struct BoneWeights {
    uint32_t bone = 0;
    std::span<const aiVertexWeight> weights;
};

/// The weights that count (finite, above zero, of a vertex that there is) of each vertex of a mesh, side by side, the
/// bones of a vertex in the order in which they were given.
class InfluenceLists {
  public:
    InfluenceLists(size_t vertexCount, std::span<const BoneWeights> bones);

    std::span<const RawInfluence> of(uint32_t vertex) const {
        return {entries_.get() + starts_[vertex], entries_.get() + starts_[vertex + 1]};
    }
    size_t vertexCount() const { return starts_.size() - 1; }
    size_t ignoredCount() const { return ignored_; }      ///< of no vertex, not finite or negative
    size_t notFiniteCount() const { return notFinite_; }  ///< of these
    size_t count() const { return starts_.back(); }       ///< of all vertices together

  private:
    std::vector<uint32_t> starts_;
    std::unique_ptr<RawInfluence[]> entries_;
    size_t ignored_ = 0, notFinite_ = 0;
};

/// What quantise() did to one vertex.
struct QuantisedInfluences {
    Influences influences;
    Influences more;         ///< the fifth to eighth, where that many are kept
    uint32_t count = 0;      ///< bones that had weight
    float sum = 0.0f;        ///< of the file's weights
    float shareLost = 0.0f;  ///< of the sum, cut with the bones that were not kept
};

/// The policy of design section 5: entries of one bone added up, the `kept` (4 or 8) largest kept (equal ones: the
/// lower bone), divided by their sum, as unorm16 that sum to kWeightOne exactly, each off by less than 1 / kWeightOne
/// (largest remainder), largest first. `raw` has its bones in ascending order and only weights that count; when it is
/// empty, so is the result (count 0).
QuantisedInfluences quantise(std::span<const RawInfluence> raw, uint32_t kept = kInfluencesPerVertex);

}  // namespace sinew
