#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "import/build/influences.h"
#include "support/catch.h"

using sinew::InfluenceLists;
using sinew::kWeightOne;
using sinew::QuantizedInfluences;
using sinew::RawInfluence;

namespace {

uint32_t sum(const sinew::Influences& influences) {
    return std::accumulate(influences.weights.begin(), influences.weights.end(), 0u);
}

QuantizedInfluences quantized(const std::vector<RawInfluence>& raw) {
    return sinew::quantize(raw);
}

/// The lists of these weights with their vertices.
InfluenceLists listsOf(size_t vertexCount, const std::vector<std::pair<uint32_t, RawInfluence>>& weights) {
    return InfluenceLists(vertexCount, [&](const auto& visit) {
        for (const auto& [vertex, influence] : weights)
            visit(vertex, influence.bone, influence.weight);
    });
}

/// The path of a file's weights, vertex 0 of a mesh with one.
QuantizedInfluences fromFile(const std::vector<RawInfluence>& entries, size_t* ignored = nullptr) {
    std::vector<std::pair<uint32_t, RawInfluence>> ofVertex;
    for (const RawInfluence& entry : entries)
        ofVertex.emplace_back(0, entry);
    const InfluenceLists lists = listsOf(1, ofVertex);
    if (ignored) *ignored = lists.ignoredCount();
    return sinew::quantize(lists.of(0));
}

}  // namespace

TEST_CASE("Of five influences, the four largest are kept and normalized") {
    const auto result = quantized({{0, 0.1f}, {1, 0.3f}, {2, 0.25f}, {3, 0.2f}, {4, 0.15f}});
    CHECK(result.influences.bones == std::array<uint16_t, 4>{1, 2, 3, 4});
    CHECK(sum(result.influences) == kWeightOne);
    CHECK(result.influences.weights[0] == Approx(0.3 / 0.9 * kWeightOne).margin(1.0));
    CHECK(result.count == 5);
    CHECK(result.shareLost == Approx(0.1));
}

TEST_CASE("Of equal weights, those of the lower bones are kept") {
    const auto result = quantized({{0, 0.2f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}, {4, 0.5f}});
    CHECK(result.influences.bones == std::array<uint16_t, 4>{4, 0, 1, 2});
}

TEST_CASE("Weights are divided by their sum") {
    for (const float scale : {1e-30f, 0.5f, 7.0f, 1e30f}) {
        const auto result = quantized({{3, 3.0f * scale}, {5, 1.0f * scale}});
        CHECK(result.influences.bones[0] == 3);
        CHECK(sum(result.influences) == kWeightOne);
        CHECK(result.influences.weights[1] == Approx(0.25 * kWeightOne).margin(1.0));
    }
}

TEST_CASE("Weights that are zero, negative or not finite are ignored") {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    size_t ignored = 0;
    const auto result = fromFile({{0, -0.5f}, {1, nan}, {2, 0.0f}, {3, infinity}, {4, 0.25f}}, &ignored);
    CHECK(result.count == 1);
    CHECK(result.influences.bones[0] == 4);
    CHECK(result.influences.weights[0] == kWeightOne);
    CHECK(ignored == 3);
}

TEST_CASE("A vertex without weights has no influences") {
    CHECK(fromFile({{0, 0.0f}, {1, -1.0f}}).count == 0);
    CHECK(sum(fromFile({}).influences) == 0);
}

TEST_CASE("Weights of the same bone are summed before the cut") {
    const auto result = quantized({{0, 0.2f}, {1, 0.1f}, {1, 0.1f}, {1, 0.1f}, {2, 0.2f}, {3, 0.15f}, {4, 0.15f}});
    CHECK(result.influences.bones[0] == 1);
    CHECK(result.count == 5);
    CHECK(result.influences.bones == std::array<uint16_t, 4>{1, 0, 2, 3});
}

TEST_CASE("Weights for vertices that do not exist are ignored") {
    const InfluenceLists lists = listsOf(2, {{7, {0, 1.0f}}, {1, {0, 1.0f}}});
    CHECK(lists.of(0).empty());
    CHECK(lists.of(1).size() == 1);
    CHECK(lists.ignoredCount() == 1);
}

TEST_CASE("Each vertex has its own weights, in the order of the bones") {
    const InfluenceLists lists =
        listsOf(4, {{2, {6, 0.25f}}, {2, {4, 0.5f}}, {0, {4, 1.0f}}, {1, {9, 0.75f}}, {2, {9, 0.125f}}});
    const auto boneNumbers = [&](uint32_t vertex) {
        std::vector<uint32_t> numbers;
        for (const RawInfluence& influence : lists.of(vertex))
            numbers.push_back(influence.bone);
        return numbers;
    };
    CHECK(boneNumbers(0) == std::vector<uint32_t>{4});
    CHECK(boneNumbers(1) == std::vector<uint32_t>{9});
    CHECK(boneNumbers(2) == std::vector<uint32_t>{4, 6, 9});
    CHECK(boneNumbers(3).empty());
    CHECK(lists.of(2)[2].weight == 0.125f);
    const InfluenceLists picked = lists.picked(std::array<uint32_t, 3>{3, 2, 2});
    CHECK(picked.vertexCount() == 3);
    CHECK(picked.of(0).empty());
    CHECK(picked.of(1).size() == 3);
    CHECK(picked.of(2)[1].bone == 6);
}

TEST_CASE("Quantized weights are sorted, sum to exactly one, and are each off by less than one step") {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> weight(1e-6f, 1.0f);
    for (int round = 0; round < 2000; ++round) {
        std::vector<RawInfluence> raw(1 + random() % 4);
        double total = 0.0;
        for (size_t i = 0; i < raw.size(); ++i) {
            raw[i] = {static_cast<uint32_t>(i), weight(random) * (random() % 3 == 0 ? 1e-4f : 1.0f)};
            total += raw[i].weight;
        }
        const auto result = quantized(raw).influences;
        REQUIRE(sum(result) == kWeightOne);
        for (size_t i = 0; i < 4; ++i) {
            if (i > 0) REQUIRE(result.weights[i - 1] >= result.weights[i]);
            if (result.weights[i] == 0) continue;
            const double exact = raw[result.bones[i]].weight / total;
            REQUIRE(std::abs(result.weights[i] / double(kWeightOne) - exact) < 1.0 / kWeightOne);
        }
    }
}

TEST_CASE("Of ten influences, eight are kept on request, in two sets") {
    std::vector<RawInfluence> raw;
    for (uint32_t bone = 0; bone < 10; ++bone)
        raw.push_back({bone, 0.01f * static_cast<float>(bone + 1)});
    const auto result = sinew::quantize(raw, 8);
    CHECK(result.influences.bones == std::array<uint16_t, 4>{9, 8, 7, 6});
    CHECK(result.more.bones == std::array<uint16_t, 4>{5, 4, 3, 2});
    CHECK(sum(result.influences) + sum(result.more) == kWeightOne);
    CHECK(result.count == 10);
    CHECK(result.shareLost == Approx(3.0 / 55.0));
    CHECK(result.more.weights[3] == Approx(3.0 / 52.0 * kWeightOne).margin(1.0));
    CHECK(sum(sinew::quantize(raw).more) == 0);
}

TEST_CASE("With eight influences allowed, up to four give the same result") {
    std::mt19937 random(11);
    for (int round = 0; round < 500; ++round) {
        std::vector<RawInfluence> raw(1 + random() % 4);
        for (size_t i = 0; i < raw.size(); ++i)
            raw[i] = {static_cast<uint32_t>(i), 1e-3f * static_cast<float>(1 + random() % 1000)};
        REQUIRE((sinew::quantize(raw, 8).influences == sinew::quantize(raw).influences));
        REQUIRE(sum(sinew::quantize(raw, 8).more) == 0);
    }
}
