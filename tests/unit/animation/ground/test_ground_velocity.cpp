#include "animation/ground/foot_contacts.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "support/catch.h"
#include "support/models/walker.h"

using namespace sinew;

namespace {

Walker walkerWith(float stride, float lift = 0.3f) {
    Walker walker;
    walker.add(1.0, 0.0, stride, lift);
    return walker;
}

glm::vec2 velocityOf(const Walker& walker, const glm::mat4& worldFromRoot = glm::mat4(1.0f)) {
    return groundVelocity(walker.hierarchy, walker.clips[0], worldFromRoot);
}

}  // namespace

TEST_CASE("the ground velocity of a walk in place is that of its standing foot, reversed") {
    // The foot moves back by 0.6 in half a second.
    CHECK(glm::length(velocityOf(walkerWith(0.6f)) - glm::vec2(0, 1.2f)) < 0.02f);
    CHECK(glm::length(velocityOf(walkerWith(-0.6f)) - glm::vec2(0, -1.2f)) < 0.02f);
}

TEST_CASE("ground velocity is in world units") {
    const glm::mat4 metersFromCentimeters = matrixFrom({.scale = glm::vec3(0.01f)});
    CHECK(glm::length(velocityOf(walkerWith(60.0f), metersFromCentimeters) - glm::vec2(0, 1.2f)) < 0.02f);
}

TEST_CASE("feet that do not move or never lift give no ground velocity") {
    CHECK(velocityOf(walkerWith(0.0f)) == glm::vec2(0.0f));
    CHECK(velocityOf(walkerWith(0.6f, 0.0f)) == glm::vec2(0.0f));
}

TEST_CASE("a clip without duration or a model without nodes has no ground velocity") {
    Walker still = walkerWith(0.6f);
    still.clips[0].durationSeconds = 0.0;
    CHECK(velocityOf(still) == glm::vec2(0.0f));
    CHECK(groundVelocity({}, {.durationSeconds = 1.0}, glm::mat4(1.0f)) == glm::vec2(0.0f));
}

TEST_CASE("the ground velocity of a clip of absurd duration is finite") {
    Walker slow = walkerWith(0.6f);
    slow.clips[0].durationSeconds = 1e300;
    CHECK(std::isfinite(velocityOf(slow).y));
}
