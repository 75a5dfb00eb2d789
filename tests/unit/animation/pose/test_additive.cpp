#include "animation/pose/layers.h"

#include <array>

#include "animation/clip/sample.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/chain.h"
#include "support/models/random_pose.h"

using namespace sinew;

TEST_CASE("a difference added to its reference gives the original pose") {
    for (uint64_t seed = 0; seed < 100; ++seed) {
        const LocalPose reference = randomPose(seed, 50, 1.0f), pose = randomPose(seed + 1000, 50, 1.0f);
        LocalPose difference(pose.size()), out(pose.size());
        differenceFrom(reference, pose, difference);
        addDifference(reference, difference, 1.0f, {}, out);
        REQUIRE(distance(out, pose) < 2e-6f);
        addDifference(reference, difference, 0.0f, {}, out);
        REQUIRE(same(out, reference));
    }
}

TEST_CASE("a pose has no difference from itself") {
    const LocalPose pose = randomPose(1), base = randomPose(2);
    LocalPose difference(pose.size()), out(pose.size());
    differenceFrom(pose, pose, difference);
    addDifference(base, difference, 1.0f, {}, out);
    CHECK(distance(out, base) < 2e-6f);
}

TEST_CASE("half of a difference moves half of the way") {
    const glm::vec3 x(1, 0, 0);
    const LocalPose reference(1, {.translation = {1, 1, 1}, .scale = glm::vec3(2)});
    const LocalPose pose(1, {.translation = {3, 1, 1}, .rotation = glm::angleAxis(0.8f, x), .scale = glm::vec3(6)});
    LocalPose out(1);
    differenceFrom(reference, pose, out);
    addDifference(reference, out, 0.5f, {}, out);
    CHECK(distance(out[0], {{2, 1, 1}, glm::angleAxis(0.4f, x), glm::vec3(4)}) < 1e-6f);
}

TEST_CASE("rotations are added in the axes of the node") {
    const glm::quat nod = glm::angleAxis(0.5f, glm::vec3(1, 0, 0)), left = glm::angleAxis(1.5f, glm::vec3(0, 1, 0));
    LocalPose difference(1), out(1);
    differenceFrom(LocalPose(1), LocalPose(1, {.rotation = nod}), difference);
    addDifference(LocalPose(1, {.rotation = left}), difference, 1.0f, {}, out);
    CHECK(angleRadians(out[0].rotation, left * nod) < 1e-6);
}

TEST_CASE("a mask weights a difference per node") {
    const LocalPose rest(3), pose(3, {.translation = {1, 0, 0}});
    const std::array mask{0.0f, 0.25f, 1.0f};
    LocalPose difference(3), out(3);
    differenceFrom(rest, pose, difference);
    addDifference(rest, difference, 2.0f, mask, out);
    CHECK(out[0].translation.x == 0.0f);
    CHECK(out[1].translation.x == 0.5f);
    CHECK(out[2].translation.x == 2.0f);
}

TEST_CASE("a reference with scale 0 gives a finite difference") {
    const LocalPose reference(1, {.scale = {0, 1, 1}}), pose(1, {.scale = {3, 2, 1}});
    LocalPose difference(1);
    differenceFrom(reference, pose, difference);
    CHECK(difference[0].scale == glm::vec3(1, 2, 1));
}

TEST_CASE("an additive clip is relative to its first frame or the rest pose") {
    const NodeHierarchy hierarchy = chain(4, {.translation = {0, 1, 0}});
    const AnimationClip clip = swing(4, 1.0, 0.3);
    LocalPose reference(4), expected(4);
    referencePose(clip, hierarchy, {}, AdditiveReference::restPose, {reference, {}});
    CHECK(same(reference, hierarchy.rest));
    referencePose(clip, hierarchy, {}, AdditiveReference::firstFrame, {reference, {}});
    SampleCursor cursor;
    sample(clip, hierarchy, 0.0, cursor, expected);
    CHECK(same(reference, expected));
    CHECK_FALSE(same(reference, hierarchy.rest));
}
