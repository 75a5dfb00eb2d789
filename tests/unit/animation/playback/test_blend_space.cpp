#include "animation/playback/blend_space.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/random.h"

using namespace sinew;

namespace {

std::vector<float> onLine(const std::vector<float>& positions, float at) {
    std::vector<float> weights(positions.size(), 7.0f);
    weightsOnLine(positions, at, weights);
    return weights;
}

std::vector<float> inPlane(const std::vector<glm::vec2>& positions, glm::vec2 at) {
    std::vector<float> weights(positions.size(), 7.0f);
    weightsInPlane(positions, at, weights);
    return weights;
}

float sum(const std::vector<float>& weights) {
    return std::accumulate(weights.begin(), weights.end(), 0.0f);
}

float difference(const std::vector<float>& a, const std::vector<float>& b) {
    float largest = 0.0f;
    for (size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

/// Up to nine points in a square of 4, no two closer than 0.5.
std::vector<glm::vec2> randomPoints(Random& random) {
    std::vector<glm::vec2> points;
    const uint32_t tries = random.between(1, 9);
    for (uint32_t i = 0; i < tries; ++i) {
        const glm::vec2 point(random.vector(-2, 2));
        if (std::none_of(points.begin(), points.end(), [&](glm::vec2 p) { return glm::length(p - point) < 0.5f; }))
            points.push_back(point);
    }
    return points;
}

}  // namespace

TEST_CASE("on a line, the two neighbors are weighted by distance") {
    const std::vector<float> speeds{0, 2, 6};
    CHECK(onLine(speeds, -1) == std::vector<float>{1, 0, 0});
    CHECK(onLine(speeds, 0) == std::vector<float>{1, 0, 0});
    CHECK(onLine(speeds, 0.5f) == std::vector<float>{0.75f, 0.25f, 0});
    CHECK(onLine(speeds, 2) == std::vector<float>{0, 1, 0});
    CHECK(onLine(speeds, 5) == std::vector<float>{0, 0.25f, 0.75f});
    CHECK(onLine(speeds, 6) == std::vector<float>{0, 0, 1});
    CHECK(onLine(speeds, 100) == std::vector<float>{0, 0, 1});
}

TEST_CASE("lines with one, no or equal positions have valid weights") {
    CHECK(onLine({3}, 2) == std::vector<float>{1});
    CHECK(onLine({3}, 4) == std::vector<float>{1});
    CHECK(onLine({}, 2).empty());
    CHECK(onLine({1, 1}, 1) == std::vector<float>{1, 0});
    CHECK(onLine({0, 1, 1, 2}, 1) == std::vector<float>{0, 1, 0, 0});
    CHECK(onLine({0, 1, 1, 2}, 1.5f) == std::vector<float>{0, 0, 0.5f, 0.5f});
    CHECK(sum(onLine({0, 1}, NAN)) == 1.0f);
}

TEST_CASE("in a plane, weights sum to 1 and are exact at the positions of the clips") {
    for (uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        const std::vector<glm::vec2> points = randomPoints(random);
        for (size_t i = 0; i < points.size(); ++i) {
            std::vector<float> expected(points.size(), 0.0f);
            expected[i] = 1.0f;
            REQUIRE(difference(inPlane(points, points[i]), expected) < 1e-6f);
        }
        for (int i = 0; i < 50; ++i) {
            const std::vector<float> weights = inPlane(points, glm::vec2(random.vector(-6, 6)));
            REQUIRE(sum(weights) == Approx(1.0f));
            REQUIRE(*std::min_element(weights.begin(), weights.end()) >= 0.0f);
        }
    }
}

TEST_CASE("in a plane, weights are continuous") {
    for (uint64_t seed = 0; seed < 50; ++seed) {
        Random random(seed);
        const std::vector<glm::vec2> points = randomPoints(random);
        const glm::vec2 from(random.vector(-4, 4)), to(random.vector(-4, 4));
        std::vector<float> before = inPlane(points, from);
        // Influences fall by at most 1 in 0.5, in 4000 steps of at most 0.003: by 0.006 a step. Normalizing up to
        // nine, of which one has at least a half, multiplies that by at most 20.
        for (int step = 1; step <= 4000; ++step) {
            const std::vector<float> now = inPlane(points, glm::mix(from, to, static_cast<float>(step) / 4000.0f));
            REQUIRE(difference(now, before) < 0.12f);
            before = now;
        }
        // A jump would not shrink with the step.
        const glm::vec2 middle = glm::mix(from, to, 0.37f);
        REQUIRE(difference(inPlane(points, middle), inPlane(points, middle + glm::vec2(1e-5f))) < 1e-3f);
    }
}

TEST_CASE("two clips in a plane form a line") {
    for (const float at : {-1.0f, 0.0f, 0.3f, 1.0f, 4.0f})
        CHECK(difference(inPlane({{0, 0}, {1, 0}}, {at, 3.0f}), onLine({0, 1}, at)) < 1e-6f);
}

TEST_CASE("clips at one position share its weight") {
    CHECK(inPlane({{1, 1}, {1, 1}}, {5, 5}) == std::vector<float>{0.5f, 0.5f});
    CHECK(inPlane({{0, 0}, {1, 0}, {1, 0}}, {1, 0}) == std::vector<float>{0, 0.5f, 0.5f});
    CHECK(inPlane({}, {5, 5}).empty());
}
