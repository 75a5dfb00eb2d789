#include "import/build/influences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace sinew {
namespace {

struct Summed {
    uint32_t bone;
    double weight;
};

using Largest = std::array<Summed, kMostInfluences>;

/// Inserts into the sorted largest weights so far (`filled` of them); the smallest may drop out.
void keep(std::span<Summed> largest, size_t& filled, const Summed& candidate) {
    if (filled < largest.size())
        ++filled;
    else if (!(candidate.weight > largest.back().weight))
        return;
    size_t place = filled - 1;
    for (; place > 0 && largest[place - 1].weight < candidate.weight; --place)
        largest[place] = largest[place - 1];
    largest[place] = candidate;
}

/// Rounds the weights; each entry of `largest` is replaced by its remainder.
void distribute(std::span<Summed> largest, double sum, QuantizedInfluences& out) {
    std::array<uint32_t, kMostInfluences> weights;
    const double unit = kWeightOne / sum;
    uint32_t given = 0;
    for (size_t i = 0; i < largest.size(); ++i) {
        const double exact = largest[i].weight * unit;
        weights[i] = static_cast<uint32_t>(static_cast<int32_t>(exact));  // no more than kWeightOne
        largest[i].weight = exact - weights[i];
        given += weights[i];
    }
    for (; given < kWeightOne; ++given) {
        size_t next = 0;
        for (size_t i = 1; i < largest.size(); ++i)
            if (largest[i].weight > largest[next].weight) next = i;
        ++weights[next];
        largest[next].weight -= 1.0;
    }
    for (size_t i = 0; i < largest.size(); ++i) {
        Influences& set = i < kInfluencesPerVertex ? out.influences : out.more;
        set.weights[i % kInfluencesPerVertex] = static_cast<uint16_t>(weights[i]);
        set.bones[i % kInfluencesPerVertex] = weights[i] > 0 ? static_cast<uint16_t>(largest[i].bone) : uint16_t{0};
    }
}

}  // namespace

void InfluenceLists::sortByBone() {
    for (size_t vertex = 0; vertex < vertexCount(); ++vertex) {
        const std::span own(entries_.get() + starts_[vertex], entries_.get() + starts_[vertex + 1]);
        // Few, and most are sorted: std::stable_sort would allocate.
        for (size_t i = 1; i < own.size(); ++i)
            for (size_t k = i; k > 0 && own[k].bone < own[k - 1].bone; --k)
                std::swap(own[k], own[k - 1]);
    }
}

InfluenceLists InfluenceLists::picked(std::span<const uint32_t> vertices) const {
    InfluenceLists result;
    result.ignored_ = ignored_, result.notFinite_ = notFinite_;
    result.starts_.reserve(vertices.size() + 1);
    for (const uint32_t vertex : vertices)
        result.starts_.push_back(result.starts_.back() + static_cast<uint32_t>(of(vertex).size()));
    result.entries_ = std::make_unique_for_overwrite<RawInfluence[]>(result.starts_.back());
    for (size_t i = 0; i < vertices.size(); ++i)
        std::ranges::copy(of(vertices[i]), result.entries_.get() + result.starts_[i]);
    return result;
}

QuantizedInfluences quantize(std::span<const RawInfluence> raw, uint32_t kept) {
    QuantizedInfluences result;
    Largest places;
    const std::span<Summed> room = std::span(places).first(std::min(kept, kMostInfluences));
    size_t filled = 0;
    double total = 0.0;
    for (size_t i = 0; i < raw.size();) {
        Summed bone{raw[i].bone, 0.0};
        for (; i < raw.size() && raw[i].bone == bone.bone; ++i)
            bone.weight += raw[i].weight;
        total += bone.weight;
        ++result.count;
        keep(room, filled, bone);
    }
    if (result.count == 0) return result;
    const std::span<Summed> largest = room.first(filled);
    double sum = 0.0;
    for (const Summed& bone : largest)
        sum += bone.weight;
    result.sum = static_cast<float>(total);
    if (result.count > largest.size()) result.shareLost = static_cast<float>(std::max(0.0, total - sum) / total);
    distribute(largest, sum, result);
    return result;
}

}  // namespace sinew
