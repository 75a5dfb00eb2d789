#include "animation/layers.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "animation/blend.h"
#include "animation/mask.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/poses.h"

using namespace sinew;

namespace {

LocalPose blended(std::span<const PoseLayer> layers, const LocalPose& rest, Shortfall shortfall = Shortfall::scaleUp) {
    LocalPose out(rest.size());
    blendLayers(layers, rest, shortfall, out);
    return out;
}

glm::quat about(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

}  // namespace

TEST_CASE("a blend of one layer is itself") {
    for (uint64_t seed = 0; seed < 200; ++seed) {
        const LocalPose rest = randomPose(seed), pose = randomPose(seed + 1000), other = randomPose(seed + 2000);
        const float weight = Random(seed).uniform(0.01f, 5.0f);
        CHECK(same(blended(std::array{PoseLayer{pose, weight}}, rest), pose));
        CHECK(same(blended(std::array{PoseLayer{other, 0.0f}, PoseLayer{pose, weight}}, rest), pose));
        // Shared among equals it is itself up to rounding.
        const std::array twice{PoseLayer{pose, weight}, PoseLayer{pose, 0.3f}};
        CHECK(distance(blended(twice, rest), pose) < 1e-6f);
    }
}

TEST_CASE("layers without weight leave the rest pose") {
    const LocalPose rest = randomPose(1), pose = randomPose(2);
    CHECK(same(blended({}, rest), rest));
    CHECK(same(blended(std::array{PoseLayer{pose, 0.0f}, PoseLayer{pose, -1.0f}, PoseLayer{pose, NAN}}, rest), rest));
}

TEST_CASE("weights are brought to a sum of 1") {
    const LocalPose rest(1), a(1, {.translation = {1, 0, 0}, .rotation = about(10), .scale = glm::vec3(1)});
    const LocalPose b(1, {.translation = {5, 0, 0}, .rotation = about(50), .scale = glm::vec3(3)});
    const LocalPose out = blended(std::array{PoseLayer{a, 3.0f}, PoseLayer{b, 3.0f}}, rest);
    CHECK(distance(out[0], {{3, 0, 0}, about(30), glm::vec3(2)}) < 1e-6f);
    const LocalPose faint = blended(std::array{PoseLayer{a, 0.1f}, PoseLayer{b, 0.1f}}, rest);
    CHECK(distance(faint[0], out[0]) < 1e-6f);
}

TEST_CASE("the rest pose has the remainder when asked to") {
    const LocalPose rest(1, {.translation = {0, 4, 0}}), a(1, {.translation = {4, 0, 0}, .rotation = about(60)});
    const LocalPose half = blended(std::array{PoseLayer{a, 0.5f}}, rest, Shortfall::fillRest);
    CHECK(distance(half[0], {{2, 2, 0}, about(30)}) < 1e-6f);
    const LocalPose full = blended(std::array{PoseLayer{a, 1.0f}}, rest, Shortfall::fillRest);
    CHECK(same(full, a));
    const LocalPose more = blended(std::array{PoseLayer{a, 2.0f}}, rest, Shortfall::fillRest);
    CHECK(same(more, a));
}

TEST_CASE("layers take the short way round") {
    const LocalPose rest(1), a(1, {.rotation = about(170)}), b(1, {.rotation = about(-170)});
    const LocalPose out = blended(std::array{PoseLayer{a, 0.5f}, PoseLayer{b, 0.5f}}, rest);
    CHECK(angleRadians(out[0].rotation, about(180)) < 1e-6);
    // Written with the other sign it is the same rotation.
    LocalPose negated = a;
    negated[0].rotation = -negated[0].rotation;
    CHECK(distance(blended(std::array{PoseLayer{negated, 0.7f}, PoseLayer{b, 0.3f}}, rest),
                   blended(std::array{PoseLayer{a, 0.7f}, PoseLayer{b, 0.3f}}, rest)) < 1e-6f);
}

TEST_CASE("the order of layers makes no difference") {
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const size_t count = random.between(2, 6);
        const LocalPose rest = randomPose(seed, 20, 1.0f);
        std::vector<LocalPose> poses;
        std::vector<std::vector<float>> masks(count, std::vector<float>(rest.size()));
        std::vector<PoseLayer> layers;
        for (size_t i = 0; i < count; ++i)
            poses.push_back(randomPose(1000 * seed + i, rest.size(), 1.0f));
        for (size_t i = 0; i < count; ++i) {
            for (float& weight : masks[i])
                weight = random.chance(0.3) ? 0.0f : random.uniform(0.0f, 1.0f);
            layers.push_back({poses[i], random.uniform(0.0f, 1.0f), masks[i]});
        }
        const LocalPose forwards = blended(layers, rest, Shortfall::fillRest);
        for (int shuffle = 0; shuffle < 5; ++shuffle) {
            std::swap(layers[random.below(static_cast<uint32_t>(count))], layers[0]);
            std::reverse(layers.begin(), layers.end());
            REQUIRE(distance(blended(layers, rest, Shortfall::fillRest), forwards) < 1e-6f);
        }
    }
}

TEST_CASE("blended layers have unit rotations even where they cancel out") {
    const LocalPose rest(1), a(1, {.rotation = {1, 0, 0, 0}}), b(1, {.rotation = {0, 1, 0, 0}});
    const LocalPose c(1, {.rotation = {0, 0, 1, 0}});
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const std::array layers{PoseLayer{a, random.uniform(0.0f, 1.0f)}, PoseLayer{b, random.uniform(0.0f, 1.0f)},
                                PoseLayer{c, random.uniform(0.0f, 1.0f)}};
        REQUIRE(std::abs(glm::length(blended(layers, rest)[0].rotation) - 1.0f) < 1e-6f);
    }
}

TEST_CASE("a mask chooses which nodes a layer moves") {
    const LocalPose rest(3), low(3, {.translation = {1, 0, 0}}), high(3, {.translation = {0, 1, 0}});
    const std::array lower{1.0f, 0.5f, 0.0f}, upper{0.0f, 0.5f, 1.0f};
    const LocalPose out = blended(std::array{PoseLayer{low, 1.0f, lower}, PoseLayer{high, 1.0f, upper}}, rest);
    CHECK(out[0].translation == glm::vec3(1, 0, 0));
    CHECK(out[1].translation == glm::vec3(0.5f, 0.5f, 0));
    CHECK(out[2].translation == glm::vec3(0, 1, 0));
}

TEST_CASE("two layers close to each other blend as two poses do") {
    const LocalPose rest(1), a(1, {.rotation = about(0)}), b(1, {.rotation = about(30)});
    LocalPose two(1);
    blend(a, b, 0.3f, two);
    CHECK(angleRadians(blended(std::array{PoseLayer{a, 0.7f}, PoseLayer{b, 0.3f}}, rest)[0].rotation, two[0].rotation) <
          glm::radians(0.1));
}

TEST_CASE("layers may be blended over one of themselves and allocate nothing") {
    const LocalPose rest = randomPose(1), other = randomPose(2), third = randomPose(3);
    LocalPose pose = randomPose(4);
    const std::array layers{PoseLayer{pose, 0.3f}, PoseLayer{other, 0.4f}, PoseLayer{third, 0.2f}};
    const LocalPose expected = blended(layers, rest, Shortfall::fillRest);
    const size_t before = allocationCount();
    blendLayers(layers, rest, Shortfall::fillRest, pose);
    CHECK(allocationCount() == before);
    CHECK(same(pose, expected));
}
