#include "animation/ik/look_at.h"

#include <array>
#include <cmath>

#include <glm/ext/matrix_transform.hpp>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr std::array kJoints{LookJoint{1, 0.3f}, LookJoint{2, 0.5f}, LookJoint{3, 1.0f}};

/// Spine, chest, neck and head in a column, each slightly rotated.
struct Body {
    NodeHierarchy hierarchy;
    glm::mat4 worldFromRoot{1.0f};
    LocalPose pose;
    std::vector<glm::mat4> world;

    explicit Body(const glm::mat4& root = glm::mat4(1.0f)) : worldFromRoot(root) {
        hierarchy.parents = {kNoParent, 0, 1, 2};
        hierarchy.names.resize(4);
        for (int i = 0; i < 4; ++i)
            pose.push_back({.translation = {0, 0.5f, 0},
                            .rotation = glm::angleAxis(0.1f * static_cast<float>(i + 1), glm::vec3(0, 0.6f, 0.8f))});
        hierarchy.rest = pose;
        walk();
    }
    void walk() {
        world.resize(pose.size());
        walkHierarchy(hierarchy, pose, worldFromRoot, world);
    }
    void look(const LookGoal& goal, std::span<const LookJoint> joints = kJoints) {
        lookAt(joints, goal, hierarchy, worldFromRoot, world, pose);
        walk();
    }
    glm::dvec3 eye() const { return glm::dvec3(world[3][3]); }
    glm::dvec3 forward() const { return glm::normalize(glm::dvec3(world[3][2])); }
};

double angle(const glm::dvec3& a, const glm::dvec3& b) {
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

}  // namespace

TEST_CASE("a chain of joints looks at its target") {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        Body body;
        const glm::vec3 target = glm::vec3(body.eye()) + random.direction() * random.uniform(2.0f, 20.0f);
        body.look({.target = target});
        REQUIRE(angle(body.forward(), glm::dvec3(target) - body.eye()) < 1e-5);
    }
}

TEST_CASE("joints share the rotation by weight") {
    Body body;
    const Body before;
    const glm::vec3 far =
        glm::vec3(before.eye() + glm::dquat(std::cos(0.4), 0, std::sin(0.4), 0) * before.forward() * 1e5);
    const double all = angle(before.forward(), glm::dvec3(far) - before.eye());
    body.look({.target = far});
    CHECK(angleRadians(body.pose[0].rotation, before.pose[0].rotation) == 0.0);
    CHECK(angleRadians(body.pose[1].rotation, before.pose[1].rotation) == Approx(0.3 * all).epsilon(1e-3));
    CHECK(angleRadians(body.pose[2].rotation, before.pose[2].rotation) == Approx(0.35 * all).epsilon(1e-3));
    CHECK(angleRadians(body.pose[3].rotation, before.pose[3].rotation) == Approx(0.35 * all).epsilon(1e-3));
}

TEST_CASE("a joint looks from where the previous joints have moved the eye") {
    const glm::vec3 target(1.5f, 1.0f, 1.0f);
    Body first, both;
    first.look({.target = target}, std::array{LookJoint{1, 0.3f}, LookJoint{3, 0.0f}});
    both.look({.target = target}, std::array{LookJoint{1, 0.3f}, LookJoint{2, 1.0f}, LookJoint{3, 0.0f}});
    CHECK(angle(both.forward(), glm::dvec3(target) - first.eye()) < 1e-5);
}

TEST_CASE("a last joint with lower weight looks part of the way") {
    Body body;
    const Body before;
    const glm::vec3 target(5, 2, 1);
    body.look({.target = target}, std::array{LookJoint{3, 0.5f}});
    const double all = angle(before.forward(), glm::dvec3(target) - before.eye());
    CHECK(angle(before.forward(), body.forward()) == Approx(0.5 * all));
    Body none;
    none.look({.target = target}, std::array{LookJoint{3, 0.0f}});
    CHECK(distance(none.pose, before.pose) < 1e-6f);
    none.look({.target = target}, {});
    CHECK(distance(none.pose, before.pose) < 1e-6f);
}

TEST_CASE("a look never exceeds its limit") {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        Body body;
        const Body before;
        const glm::vec3 target = glm::vec3(before.eye()) + random.direction() * 1000.0f;
        const float limit = random.uniform(0.0f, 1.5f);
        body.look({.target = target, .limitRadians = limit});
        const double wanted = angle(before.forward(), glm::dvec3(target) - before.eye());
        // The eye moves by up to 2, which is 0.002 radians from a target at 1000.
        REQUIRE(angle(before.forward(), body.forward()) <= limit + 1e-5);
        REQUIRE(angle(before.forward(), body.forward()) == Approx(std::min<double>(wanted, limit)).margin(0.003));
    }
}

TEST_CASE("a look with a limit of 0 rotates nothing") {
    const Body before;
    for (const float limit : {0.0f, -1.0f}) {
        Body body;
        body.look({.target = {5, 2, 1}, .limitRadians = limit});
        CHECK(distance(body.pose, before.pose) < 1e-6f);
    }
}

TEST_CASE("a look works below rotated, scaled and mirrored parents") {
    for (const glm::vec3 scale : {glm::vec3(1), glm::vec3(0.01f), glm::vec3(-1, 1, 1), glm::vec3(2, -2, 2)}) {
        CAPTURE(scale.x, scale.y);
        Body body(glm::scale(glm::mat4_cast(glm::angleAxis(1.0f, glm::vec3(0.6f, 0, 0.8f))), scale));
        const glm::vec3 target(4, 3, -2);
        body.look({.target = target}, std::array{LookJoint{0, 0.2f}, LookJoint{3, 1.0f}});
        CHECK(angle(body.forward(), glm::dvec3(target) - body.eye()) < 1e-5);
    }
}

TEST_CASE("the caller chooses the forward axis") {
    Body body;
    body.look({.target = {4, 3, -2}, .forward = {0, -2, 0}});
    CHECK(angle(-glm::dvec3(body.world[3][1]), glm::dvec3(4, 3, -2) - body.eye()) < 1e-5);
}

TEST_CASE("targets behind, in the eye or not finite give unit rotations") {
    const Body before;
    const glm::vec3 eye(before.eye()), behind(before.eye() - before.forward() * 3.0);
    for (const glm::vec3 target : {eye, behind, glm::vec3(NAN), glm::vec3(INFINITY)}) {
        for (const glm::vec3 forward : {glm::vec3(0, 0, 1), glm::vec3(0)}) {
            Body body;
            body.look({.target = target, .forward = forward, .limitRadians = 3.0f});
            for (const Transform& transform : body.pose)
                REQUIRE(std::abs(glm::length(transform.rotation) - 1.0f) < 1e-5f);
        }
    }
}
