#include "import/influences.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace sinew {
namespace {

struct Summed {
    uint32_t bone = 0;
    double weight = 0.0;
};

using Largest = std::array<Summed, kMostInfluences>;

/// Inserts into the largest so far, which are in order (`filled` of them); what falls out is lost.
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
        const auto end = remainders.begin() + static_cast<std::ptrdiff_t>(largest.size());
        const auto next = std::max_element(remainders.begin(), end) - remainders.begin();
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

void InfluenceLists::endCount() {
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    ends_.assign(starts_.begin(), starts_.end() - 1);
    entries_.resize(starts_.back());
}

QuantisedInfluences quantise(std::span<const RawInfluence> raw, uint32_t kept) {
    QuantisedInfluences result;
    Largest places{};
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
    const std::span<const Summed> largest = room.first(filled);
    double sum = 0.0;
    for (const Summed& bone : largest)
        sum += bone.weight;
    distribute(largest, sum, result);
    result.sum = static_cast<float>(total);
    if (result.count > largest.size()) result.shareLost = static_cast<float>(std::max(0.0, total - sum) / total);
    return result;
}

}  // namespace sinew
