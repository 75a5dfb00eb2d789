#include "import/influences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace sinew {
namespace {

bool counts(float weight) {
    return std::isfinite(weight) && weight > 0.0f;
}

struct Summed {
    uint32_t bone = 0;
    double weight = 0.0;
};

using Largest = std::array<Summed, kMostInfluences>;

/// Inserts into the largest, which are in order; what falls out is lost.
void keep(std::span<Summed> largest, Summed candidate) {
    bool inserted = false;
    for (Summed& place : largest) {
        inserted = inserted || candidate.weight > place.weight;
        if (inserted) std::swap(place, candidate);
    }
}

void distribute(std::span<const Summed> largest, double sum, QuantisedInfluences& out) {
    std::array<uint16_t, kMostInfluences> weights{};
    std::array<double, kMostInfluences> remainders{};
    const double unit = kWeightOne / sum;
    uint32_t given = 0;
    for (size_t i = 0; i < largest.size(); ++i) {
        const double exact = largest[i].weight * unit;
        weights[i] = static_cast<uint16_t>(exact);
        remainders[i] = exact - weights[i];
        given += weights[i];
    }
    for (; given < kWeightOne; ++given) {
        const auto next = std::max_element(remainders.begin(), remainders.end()) - remainders.begin();
        ++weights[static_cast<size_t>(next)];
        remainders[static_cast<size_t>(next)] -= 1.0;
    }
    for (size_t i = 0; i < largest.size(); ++i) {
        Influences& set = i < kInfluencesPerVertex ? out.influences : out.more;
        set.weights[i % kInfluencesPerVertex] = weights[i];
        set.bones[i % kInfluencesPerVertex] = weights[i] > 0 ? static_cast<uint16_t>(largest[i].bone) : uint16_t{0};
    }
}

}  // namespace

void InfluenceLists::count(uint32_t vertex, float weight) {
    if (vertex >= vertexCount() || !counts(weight)) {
        if (weight != 0.0f) ++ignored_;
        return;
    }
    ++starts_[vertex + 1];
}

void InfluenceLists::endCount() {
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    ends_.assign(starts_.begin(), starts_.end() - 1);
    entries_.resize(starts_.back());
}

void InfluenceLists::add(uint32_t vertex, uint32_t bone, float weight) {
    if (vertex < vertexCount() && counts(weight)) entries_[ends_[vertex]++] = {bone, weight};
}

QuantisedInfluences quantise(std::span<const RawInfluence> raw, uint32_t kept) {
    QuantisedInfluences result;
    Largest places{};
    const std::span<Summed> largest = std::span(places).first(std::min(kept, kMostInfluences));
    double total = 0.0;
    for (size_t i = 0; i < raw.size();) {
        Summed bone{raw[i].bone, 0.0};
        for (; i < raw.size() && raw[i].bone == bone.bone; ++i)
            bone.weight += raw[i].weight;
        total += bone.weight;
        ++result.count;
        keep(largest, bone);
    }
    if (result.count == 0) return result;
    double sum = 0.0;
    for (const Summed& bone : largest)
        sum += bone.weight;
    distribute(largest, sum, result);
    result.sum = static_cast<float>(total);
    if (result.count > largest.size()) result.shareLost = static_cast<float>(std::max(0.0, total - sum) / total);
    return result;
}

}  // namespace sinew
