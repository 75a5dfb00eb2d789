#include "animation/pose/layers.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/random_pose.h"

using namespace sinew;

namespace {

PoseLayer layerOf(const LocalPose& pose, float weight) {
    return {{pose, {}}, weight};
}

LocalPose blended(std::span<const PoseLayer> layers, const LocalPose& rest) {
    LocalPose out(rest.size());
    blendLayers(layers, {rest, {}}, {out, {}});
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
        CHECK(same(blended(std::array{layerOf(pose, weight)}, rest), pose));
        CHECK(same(blended(std::array{layerOf(other, 0.0f), layerOf(pose, weight)}, rest), pose));
        // Split among equal layers, it is the same except for rounding.
        const std::array twice{layerOf(pose, weight), layerOf(pose, 0.3f)};
        CHECK(distance(blended(twice, rest), pose) < 1e-6f);
    }
}

TEST_CASE("layers without weight give the rest pose") {
    const LocalPose rest = randomPose(1), pose = randomPose(2);
    CHECK(same(blended({}, rest), rest));
    CHECK(same(blended(std::array{layerOf(pose, 0.0f), layerOf(pose, -1.0f), layerOf(pose, NAN)}, rest), rest));
}

TEST_CASE("weights are normalized") {
    const LocalPose rest(1), a(1, {.translation = {1, 0, 0}, .rotation = about(10), .scale = glm::vec3(1)});
    const LocalPose b(1, {.translation = {5, 0, 0}, .rotation = about(50), .scale = glm::vec3(3)});
    const LocalPose out = blended(std::array{layerOf(a, 3.0f), layerOf(b, 3.0f)}, rest);
    CHECK(distance(out[0], {{3, 0, 0}, about(30), glm::vec3(2)}) < 1e-6f);
    const LocalPose faint = blended(std::array{layerOf(a, 0.1f), layerOf(b, 0.1f)}, rest);
    CHECK(distance(faint[0], out[0]) < 1e-6f);
}

TEST_CASE("layers rotate the short way") {
    const LocalPose rest(1), a(1, {.rotation = about(170)}), b(1, {.rotation = about(-170)});
    const LocalPose out = blended(std::array{layerOf(a, 0.5f), layerOf(b, 0.5f)}, rest);
    CHECK(angleRadians(out[0].rotation, about(180)) < 1e-6);
    // With the other sign it is the same rotation.
    LocalPose negated = a;
    negated[0].rotation = -negated[0].rotation;
    CHECK(distance(blended(std::array{layerOf(negated, 0.7f), layerOf(b, 0.3f)}, rest),
                   blended(std::array{layerOf(a, 0.7f), layerOf(b, 0.3f)}, rest)) < 1e-6f);
}

TEST_CASE("the order of layers does not matter") {
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const size_t count = random.between(2, 6);
        const LocalPose rest = randomPose(seed, 20, 1.0f);
        std::vector<LocalPose> poses;
        std::vector<PoseLayer> layers;
        for (size_t i = 0; i < count; ++i)
            poses.push_back(randomPose(1000 * seed + i, rest.size(), 1.0f));
        for (const LocalPose& pose : poses)
            layers.push_back(layerOf(pose, random.chance(0.3) ? 0.0f : random.uniform(0.0f, 1.0f)));
        const LocalPose forward = blended(layers, rest);
        for (int shuffle = 0; shuffle < 5; ++shuffle) {
            std::swap(layers[random.below(static_cast<uint32_t>(count))], layers[0]);
            std::reverse(layers.begin(), layers.end());
            REQUIRE(distance(blended(layers, rest), forward) < 1e-6f);
        }
    }
}

TEST_CASE("blended layers have unit rotations even if they cancel out") {
    const LocalPose rest(1), a(1, {.rotation = {1, 0, 0, 0}}), b(1, {.rotation = {0, 1, 0, 0}});
    const LocalPose c(1, {.rotation = {0, 0, 1, 0}});
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const std::array layers{layerOf(a, random.uniform(0.0f, 1.0f)), layerOf(b, random.uniform(0.0f, 1.0f)),
                                layerOf(c, random.uniform(0.0f, 1.0f))};
        REQUIRE(std::abs(glm::length(blended(layers, rest)[0].rotation) - 1.0f) < 1e-6f);
    }
}

TEST_CASE("two similar layers blend like two poses") {
    const LocalPose rest(1), a(1, {.rotation = about(0)}), b(1, {.rotation = about(30)});
    LocalPose two(1);
    blend(a, b, 0.3f, two);
    CHECK(angleRadians(blended(std::array{layerOf(a, 0.7f), layerOf(b, 0.3f)}, rest)[0].rotation, two[0].rotation) <
          glm::radians(0.1));
}

TEST_CASE("layers can be blended in place") {
    const LocalPose rest = randomPose(1), other = randomPose(2), third = randomPose(3);
    LocalPose pose = randomPose(4);
    const std::array layers{layerOf(pose, 0.3f), layerOf(other, 0.4f), layerOf(third, 0.2f)};
    const LocalPose expected = blended(layers, rest);
    blendLayers(layers, {rest, {}}, {pose, {}});
    CHECK(same(pose, expected));
}
