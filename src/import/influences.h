#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "model/skinned_mesh.h"

namespace sinew {

/// One entry of a file's weight list, as the file has it.
struct RawInfluence {
    uint32_t bone = 0;
    float weight = 0.0f;
};

/// The weights that count (finite, above zero) of each vertex of a mesh, side by side. Entries of a vertex stand in the
/// order in which they were added; add the bones one after the other.
class InfluenceLists {
  public:
    explicit InfluenceLists(size_t vertexCount) : starts_(vertexCount + 1, 0) {}

    /// Two rounds over the same weights in the same order: count all, then add all. Both ignore what does not count.
    void count(uint32_t vertex, float weight) {
        if (vertex < vertexCount() && counts(weight))
            ++starts_[vertex + 1];
        else
            ignored_ += weight != 0.0f;
    }
    void endCount();
    void add(uint32_t vertex, uint32_t bone, float weight) {
        if (vertex < vertexCount() && counts(weight)) entries_[ends_[vertex]++] = {bone, weight};
    }

    std::span<const RawInfluence> of(uint32_t vertex) const {
        return std::span(entries_).subspan(starts_[vertex], starts_[vertex + 1] - starts_[vertex]);
    }
    size_t vertexCount() const { return starts_.size() - 1; }
    size_t ignoredCount() const {
        return ignored_;
    }  ///< vertices out of range, weights that are not finite or negative

  private:
    static bool counts(float weight) { return weight > 0.0f && weight <= std::numeric_limits<float>::max(); }

    std::vector<uint32_t> starts_;
    std::vector<uint32_t> ends_;
    std::vector<RawInfluence> entries_;
    size_t ignored_ = 0;
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
