#include "animation/clip/transform.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

TEST_CASE("the shortest rotation takes one direction to another, without twist") {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const glm::dvec3 from(random.direction()), to(random.direction());
        const glm::dquat turn = shortestRotation(from * 3.0, to * 0.1);
        REQUIRE(glm::length(turn * from - to) < 1e-6);
        const double angle = std::acos(glm::dot(glm::normalize(from), glm::normalize(to)));
        REQUIRE(2.0 * std::acos(turn.w) == Approx(angle));
    }
}

TEST_CASE("the shortest rotation between opposite or zero directions is valid") {
    for (const glm::dvec3 from : {glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, -1)}) {
        const glm::dquat turn = shortestRotation(from, -from);
        CHECK(glm::length(turn) == Approx(1.0));
        CHECK(glm::length(turn * from + from) < 1e-12);
        CHECK(shortestRotation(from, from) == glm::dquat(1, 0, 0, 0));
        CHECK(shortestRotation(from, glm::dvec3(0.0)) == glm::dquat(1, 0, 0, 0));
    }
}

TEST_CASE("a rotation is its twist, then a swing perpendicular to the axis") {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const glm::dquat rotation = glm::normalize(glm::dquat(random.rotation()));
        const glm::dvec3 axis = glm::normalize(glm::dvec3(random.direction()));
        const glm::dquat twist = twistAbout(rotation, axis), swing = rotation * glm::conjugate(twist);
        REQUIRE(glm::length(twist) == Approx(1.0));
        REQUIRE(glm::length(twist * axis - axis) < 1e-9);
        REQUIRE(std::abs(glm::dot(glm::dvec3(swing.x, swing.y, swing.z), axis)) < 1e-9);
    }
    CHECK(twistAbout(glm::dquat(0, 1, 0, 0), {0, 1, 0}) == glm::dquat(1, 0, 0, 0));
}
