#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/skinned_mesh.h"

namespace sinew {

/// One entry of a file's weight list.
struct RawInfluence {
    uint32_t bone;
    float weight;
};

/// The valid influences (finite and positive, for an existing vertex) of each vertex of a mesh, by ascending bone.
class InfluenceLists {
  public:
    InfluenceLists() = default;

    /// `forEach(visit)` calls `visit(vertex, bone, weight)` for each of the file's weights, twice the same ones.
    /// Weights of one bone and vertex keep their order.
    template <typename ForEach>
    InfluenceLists(size_t vertexCount, const ForEach& forEach) : starts_(vertexCount + 1, 0) {
        const auto counts = [vertexCount](size_t vertex, float weight) {
            return vertex < vertexCount && weight > 0.0f && weight <= std::numeric_limits<float>::max();
        };
        // Counts the entries of each vertex first, so that all fit in one array.
        forEach([&](size_t vertex, uint32_t, float weight) {
            if (counts(vertex, weight))
                ++starts_[vertex];
            else
                ignored_ += weight != 0.0f, notFinite_ += !std::isfinite(weight);
        });
        uint32_t total = 0;
        for (uint32_t& start : starts_)
            total += std::exchange(start, total);
        entries_ = std::make_unique_for_overwrite<RawInfluence[]>(total);
        // Filling moves each start to its vertex's end, which is the start of the next one.
        forEach([&](size_t vertex, uint32_t bone, float weight) {
            if (counts(vertex, weight)) entries_[starts_[vertex]++] = {bone, weight};
        });
        std::copy_backward(starts_.begin(), starts_.end() - 1, starts_.end());
        starts_.front() = 0;
        sortByBone();
    }

    std::span<const RawInfluence> of(uint32_t vertex) const {
        return {entries_.get() + starts_[vertex], entries_.get() + starts_[vertex + 1]};
    }

    /// The lists of these vertices. What was ignored is still counted.
    InfluenceLists picked(std::span<const uint32_t> vertices) const;

    size_t vertexCount() const { return starts_.size() - 1; }
    size_t ignoredCount() const { return ignored_; }      ///< for no vertex, not finite, or negative
    size_t notFiniteCount() const { return notFinite_; }  ///< of the ignored ones
    size_t count() const { return starts_.back(); }       ///< for all vertices

  private:
    void sortByBone();

    std::vector<uint32_t> starts_{0};
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
