#include "animation/pose/dual_quaternion.h"

#include <array>
#include <span>

#include <glm/matrix.hpp>

#include "animation/clip/transform.h"
#include "support/allocations.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

DualQuaternion negated(const DualQuaternion& q) {
    return {-q.real, -q.dual};
}

DualQuaternion blend(std::span<const DualQuaternion> parts, std::span<const float> weights) {
    DualQuaternion sum = kNoDualQuaternion;
    for (size_t i = 0; i < parts.size(); ++i)
        if (weights[i] > 0.0f) addWeighted(sum, parts[i], weights[i]);
    return normalized(sum);
}

/// The largest distance between a few points moved by each.
float distance(const DualQuaternion& a, const DualQuaternion& b) {
    float largest = 0.0f;
    for (const glm::vec3 point : {glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)}) {
        const float apart = glm::length(movedPoint(a, point) - movedPoint(b, point));
        if (!(apart <= largest)) largest = apart;  // a NaN stays
    }
    return largest;
}

}  // namespace

TEST_CASE("a dual quaternion moves points as its rotation and translation do") {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        const Transform transform{.translation = random.vector(-3, 3), .rotation = random.rotation()};
        const DualQuaternion q = dualQuaternionFrom(transform.rotation, transform.translation);
        const glm::vec3 point = random.vector(-2, 2);
        const glm::vec3 expected(matrixFrom(transform) * glm::vec4(point, 1.0f));
        REQUIRE(glm::length(movedPoint(q, point) - expected) < 3e-6f);
        REQUIRE(glm::length(movedPoint(negated(q), point) - expected) < 3e-6f);
        REQUIRE(glm::length(translationOf(q) - transform.translation) < 3e-6f);
        REQUIRE(std::abs(glm::dot(q.real, q.dual)) < 1e-6f);
    }
}

TEST_CASE("a blend of one dual quaternion is itself") {
    Random random(2);
    for (int i = 0; i < 200; ++i) {
        const DualQuaternion q = dualQuaternionFrom(random.rotation(), random.vector(-3, 3));
        const float share = random.uniform(0.1f, 0.9f);
        REQUIRE(distance(blend(std::array{q}, std::array{share}), q) < 5e-6f);
        REQUIRE(distance(blend(std::array{q, negated(q)}, std::array{share, 1.0f - share}), q) < 5e-6f);
    }
}

TEST_CASE("blended dual quaternions are rigid") {
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        std::array<DualQuaternion, 4> parts;
        std::array<float, 4> weights{};
        for (size_t j = 0; j < 4; ++j) {
            parts[j] = dualQuaternionFrom(random.rotation(), random.vector(-3, 3));
            weights[j] = random.uniform(0.0f, 1.0f);
        }
        const DualQuaternion q = blend(parts, weights);
        REQUIRE(glm::length(q.real) == Approx(1.0f));
        REQUIRE(std::abs(glm::dot(q.real, q.dual)) < 1e-5f);
        const glm::vec3 a = random.vector(-2, 2), b = random.vector(-2, 2);
        REQUIRE(glm::length(movedPoint(q, a) - movedPoint(q, b)) == Approx(glm::length(a - b)).margin(2e-5));
    }
}

TEST_CASE("blended rotations about one axis rotate about that axis") {
    // A hinge at x = 2: halfway between closed and open by 100 degrees it is open by 50, in the same place.
    const glm::vec3 hinge(2, 0, 0), z(0, 0, 1);
    const auto opened = [&](float degrees) {
        const glm::quat turn = glm::angleAxis(glm::radians(degrees), z);
        return dualQuaternionFrom(turn, hinge - turn * hinge);
    };
    const DualQuaternion half = blend(std::array{opened(0), opened(100)}, std::array{0.5f, 0.5f});
    CHECK(distance(half, opened(50)) < 2e-6f);
    const DualQuaternion other = blend(std::array{opened(0), negated(opened(100))}, std::array{0.5f, 0.5f});
    CHECK(distance(other, opened(50)) < 2e-6f);
    const DualQuaternion shortWay = blend(std::array{opened(170), opened(-170)}, std::array{0.5f, 0.5f});
    CHECK(distance(shortWay, opened(180)) < 5e-6f);
}

TEST_CASE("dual quaternions without weight do not move") {
    CHECK(distance(blend({}, {}), DualQuaternion()) == 0.0f);
    const DualQuaternion q = dualQuaternionFrom({0, 1, 0, 0}, {1, 2, 3});
    CHECK(distance(blend(std::array{q}, std::array{0.0f}), DualQuaternion()) == 0.0f);
}

TEST_CASE("a matrix is its scale, then its rigid motion") {
    Random random(4);
    for (int i = 0; i < 800; ++i) {
        // A product of two: with shear or flat, and mirrored half of the time.
        glm::vec3 inner(random.chance(0.5) ? 1.0f : -1.0f, 1.0f, random.uniform(0.5f, 2.0f));
        const bool isFlat = random.chance(0.4);
        if (isFlat) inner[random.below(3)] = inner[random.below(3)] = 0.0f;
        const glm::mat4 matrix = matrixFrom({random.vector(-3, 3), random.rotation(),
                                             isFlat ? glm::vec3(1.0f) : random.vector(0.5f, 2.0f)}) *
                                 matrixFrom({{}, random.rotation(), inner});
        const RigidAndScale split = splitScale(matrix);
        const glm::vec3 point = random.vector(-1, 1), expected(matrix * glm::vec4(point, 1.0f));
        REQUIRE(glm::length(split.rigid.real) == Approx(1.0f));
        REQUIRE(distance(glm::mat4(split.scale), glm::mat4(glm::transpose(split.scale))) < 2e-5f);
        REQUIRE(glm::length(movedPoint(split.rigid, split.scale * point) - expected) < 2e-5f);
    }
}

TEST_CASE("a matrix with a third axis of length 0 does not rotate") {
    const RigidAndScale split = splitScale(matrixFrom({.scale = {1, 2, 0}}));
    CHECK(angleRadians(split.rigid.real, {1, 0, 0, 0}) < 1e-6);
    CHECK(distance(glm::mat4(split.scale), glm::mat4(glm::mat3(matrixFrom({.scale = {1, 2, 0}})))) < 1e-6f);
}

TEST_CASE("a mirrored matrix keeps its rotation under uniform scale") {
    const glm::quat turn = glm::angleAxis(0.7f, glm::vec3(0, 1, 0));
    const RigidAndScale plain = splitScale(matrixFrom({{1, 2, 3}, turn, glm::vec3(2)}));
    CHECK(angleRadians(plain.rigid.real, turn) < 1e-6);
    CHECK(distance(glm::mat4(plain.scale), glm::mat4(glm::mat3(2.0f))) < 1e-5f);
    const RigidAndScale mirrored = splitScale(matrixFrom({{1, 2, 3}, turn, glm::vec3(-2)}));
    CHECK(angleRadians(mirrored.rigid.real, turn) < 1e-6);
    CHECK(distance(glm::mat4(mirrored.scale), glm::mat4(glm::mat3(-2.0f))) < 1e-5f);
}

TEST_CASE("blending dual quaternions allocates nothing") {
    const std::array parts{dualQuaternionFrom({1, 0, 0, 0}, {1, 2, 3}), dualQuaternionFrom({0, 1, 0, 0}, {3, 2, 1})};
    const size_t before = allocationCount();
    const DualQuaternion q = blend(parts, std::array{0.3f, 0.7f});
    CHECK(allocationCount() == before);
    CHECK(glm::length(q.real) == Approx(1.0f));
}
