#include "animation/pose/pose.h"

#include <algorithm>
#include <vector>

#include "support/catch.h"
#include "support/distance.h"
#include "support/models/random_pose.h"

using namespace sinew;

TEST_CASE("a blend at 0 or below is exactly the first pose, at 1 or above exactly the second") {
    const auto from = randomPose(1), to = randomPose(2);
    auto out = randomPose(3);
    for (const float ratio : {-0.5f, 0.0f, 1.0f, 1.5f}) {
        blend(from, to, ratio, out);
        CHECK(same(out, ratio > 0.5f ? to : from));
    }
}

TEST_CASE("a blend is linear in translation and follows the arc in rotation") {
    const std::vector<Transform> from{{{0, 0, 0}, glm::quat(1, 0, 0, 0), {1, 1, 1}}};
    const std::vector<Transform> to{{{4, 8, 0}, glm::angleAxis(glm::radians(80.0f), glm::vec3(0, 1, 0)), {1, 3, 1}}};
    std::vector<Transform> out(1);
    blend(from, to, 0.25f, out);
    CHECK(distance(out[0], {{1, 2, 0}, glm::angleAxis(glm::radians(20.0f), glm::vec3(0, 1, 0)), {1, 1.5f, 1}}) < 1e-6f);
}

TEST_CASE("a blend can be written over either of its poses") {
    const auto from = randomPose(1), to = randomPose(2);
    for (const float ratio : {0.0f, 0.3f, 1.0f}) {
        std::vector<Transform> expected(from.size());
        blend(from, to, ratio, expected);
        auto over = from;
        blend(over, to, ratio, over);
        CHECK(same(over, expected));
        over = to;
        blend(from, over, ratio, over);
        CHECK(same(over, expected));
    }
}

TEST_CASE("a blend rotates the short way") {
    const glm::quat turned = glm::angleAxis(glm::radians(40.0f), glm::vec3(0, 0, 1));
    const std::vector<Transform> from{{.rotation = glm::quat(1, 0, 0, 0)}}, to{{.rotation = -turned}};
    std::vector<Transform> out(1);
    blend(from, to, 0.5f, out);
    CHECK(angleRadians(out[0].rotation, glm::angleAxis(glm::radians(20.0f), glm::vec3(0, 0, 1))) < 1e-6);
}

TEST_CASE("blended rotations have unit length") {
    auto pose = randomPose(1, 500), target = randomPose(2, 500);
    for (size_t i = 0; i < 100; ++i)
        target[i].rotation = pose[i].rotation;  // equal
    for (size_t i = 100; i < 200; ++i)
        target[i].rotation = -pose[i].rotation;  // equal, with the other sign
    // Half a turn apart.
    for (size_t i = 200; i < 300; ++i)
        target[i].rotation = pose[i].rotation * glm::quat(0, 1, 0, 0);
    for (int round = 0; round < 100; ++round) {
        blend(pose, target, 0.37f, pose);
        for (const Transform& transform : pose)
            REQUIRE(std::abs(glm::length(transform.rotation) - 1.0f) < 1e-6f);
    }
}

TEST_CASE("a pose blended with itself is itself") {
    const auto pose = randomPose(4);
    std::vector<Transform> out(pose.size());
    for (const float ratio : {0.0f, 0.1f, 0.5f, 0.9f, 1.0f}) {
        blend(pose, pose, ratio, out);
        CHECK(distance(out, pose) < 3e-6f);
    }
}
