#include "animation/ground/root_motion.h"

#include <numbers>

#include "animation/clip/sample.h"
#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/models/walker.h"

using namespace sinew;

namespace {

/// Z up, in centimeters, and away from the origin.
const glm::mat4 kElsewhere = matrixFrom({.translation = {3, 0, -2},
                                         .rotation = glm::angleAxis(-std::numbers::pi_v<float> / 2, glm::vec3(1, 0, 0)),
                                         .scale = glm::vec3(0.01f)});

glm::mat4 matrixOf(const Displacement& motion) {
    glm::mat4 matrix = glm::mat4_cast(glm::quat(motion.rotation));
    matrix[3] = glm::vec4(glm::vec3(motion.translation), 1.0f);
    return matrix;
}

/// The world position of the node, with root motion in the pose or extracted and applied.
glm::vec3 placeOf(const Walker& walker, size_t clip, const RootMotion& travel, double time, bool takenOut,
                  const glm::mat4& worldFromRoot, size_t node) {
    LocalPose pose(walker.hierarchy.size());
    SampleCursor cursor;
    sample(walker.clips[clip], walker.hierarchy, time, cursor, pose);
    glm::mat4 root = worldFromRoot;
    if (takenOut) {
        travel.removeFrom(pose, time);
        root = matrixOf(travel.between(0.0, time)) * worldFromRoot;
    }
    std::vector<glm::mat4> worldFromNode(walker.hierarchy.size());
    walkHierarchy(walker.hierarchy, pose, root, worldFromNode);
    return glm::vec3(worldFromNode[node][3]);
}

}  // namespace

TEST_CASE("a walk in place has the root motion of its standing feet, reversed") {
    Walker walker;
    const size_t walk = walker.add(1.5, 0.0);
    const RootMotion travel = findRootMotion(walker.hierarchy, walker.clips[walk], glm::mat4(1.0f));
    CHECK_FALSE(travel.inPose());
    const Displacement way = travel.between(0.25, 3.25);
    CHECK(glm::length(way.translation - glm::dvec3(0.0, 0.0, 3.0 * 1.2 / 1.5)) < 0.02);
    CHECK(yawRadians(way, {0, 1, 0}) == 0.0);
    LocalPose pose = walker.hierarchy.rest;
    travel.removeFrom(pose, 0.5);
    CHECK(same(pose, walker.hierarchy.rest));
}

TEST_CASE("a clip whose root ends at another position has root motion, and pose plus root motion equal the clip") {
    for (const float turn : {0.0f, 0.8f})
        for (const glm::mat4& world : {glm::mat4(1.0f), kElsewhere}) {
            Walker walker;
            const size_t walk = walker.addTraveling(1.0, turn);
            if (world == kElsewhere) {  // the file's up axis is Z
                for (Channel& channel : walker.clips[walk].channels)
                    for (glm::vec3& place : channel.translation.values)
                        place = {place.x, -place.z, place.y};
                for (glm::quat& rotation : walker.clips[walk].channels[0].rotation.values)
                    rotation = glm::quat(rotation.w, rotation.x, -rotation.z, rotation.y);
                for (Transform& rest : walker.hierarchy.rest)
                    rest.translation = {rest.translation.x, -rest.translation.z, rest.translation.y};
            }
            const RootMotion travel = findRootMotion(walker.hierarchy, walker.clips[walk], world);
            REQUIRE(travel.inPose());
            const double unit = world == kElsewhere ? 0.01 : 1.0;
            CHECK(glm::length(travel.between(0.0, 0.999).translation.z) > 0.5 * unit);
            CHECK(yawRadians(travel.between(0.0, 0.999), {0, 1, 0}) == Approx(turn * 0.999).margin(1e-3));
            for (double time = 0.0; time < 1.0; time += 0.07)
                for (size_t node = 0; node < 3; ++node)
                    CHECK(glm::length(placeOf(walker, walk, travel, time, true, world, node) -
                                      placeOf(walker, walk, travel, time, false, world, node)) < 2e-6 + 1e-5 * unit);
        }
}

TEST_CASE("a root that sways and returns stays in the pose, unless the root is given") {
    Walker walker;
    const size_t clip = walker.add(1.0, 0.0, 0.0f);  // feet that lift without a stride
    Channel hip{.node = 0};
    for (int key = 0; key <= 20; ++key) {
        hip.translation.times.push_back(key / 20.0);
        hip.translation.values.emplace_back(0.2f * std::sin(key * std::numbers::pi / 10.0), 1.0f, 0.0f);
    }
    walker.clips[clip].channels.push_back(hip);
    const RootMotion own = findRootMotion(walker.hierarchy, walker.clips[clip], glm::mat4(1.0f));
    CHECK_FALSE(own.inPose());
    CHECK(glm::length(own.between(0.0, 0.25).translation) == 0.0);
    const RootMotion given = findRootMotion(walker.hierarchy, walker.clips[clip], glm::mat4(1.0f), RootNode{.node = 0});
    CHECK(given.inPose());
    CHECK(given.between(0.0, 0.25).translation.x == Approx(0.2).epsilon(1e-3));
    // If a given root walks in place, its root motion comes from the feet.
    Walker inPlace;
    const size_t walk = inPlace.add(1.0, 0.0);
    CHECK(findRootMotion(inPlace.hierarchy, inPlace.clips[walk], glm::mat4(1.0f), RootNode{.node = 0})
              .between(0.0, 1.0)
              .translation.z == Approx(1.2).epsilon(0.02));
}

TEST_CASE("the mean of root motions averages displacements and angles by weight") {
    const glm::dvec3 up(0, 1, 0);
    MeanDisplacement mean;
    CHECK(glm::length(mean.mean(up).translation) == 0.0);
    mean.add({{0, 0, 1}, glm::angleAxis(0.4, up)}, 1.0, up);
    mean.add({{1, 0, 0}, glm::angleAxis(-0.2, up)}, 3.0, up);
    CHECK(glm::length(mean.mean(up).translation - glm::dvec3(0.75, 0, 0.25)) < 1e-12);
    CHECK(yawRadians(mean.mean(up), up) == Approx(-0.05));
}
