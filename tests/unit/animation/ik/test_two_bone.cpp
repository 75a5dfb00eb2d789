#include "animation/ik/two_bone.h"

#include <cmath>

#include <glm/ext/matrix_transform.hpp>

#include "animation/pose/pose.h"
#include "support/catch.h"
#include "support/distance.h"
#include "support/random.h"

using namespace sinew;

namespace {

constexpr TwoBoneChain kChain{1, 2, 3};

/// Hips, thigh, shin, foot, toe: a leg slightly bent forward (z), of lengths 1 and 0.8.
struct Leg {
    NodeHierarchy hierarchy;
    glm::mat4 worldFromRoot{1.0f};
    LocalPose pose;
    std::vector<glm::mat4> world;

    explicit Leg(const glm::mat4& root = glm::mat4(1.0f), float bend = 0.3f) : worldFromRoot(root) {
        hierarchy.parents = {kNoParent, 0, 1, 2, 3};
        hierarchy.names.resize(5);
        const auto turn = [](float angle) { return glm::angleAxis(angle, glm::vec3(1, 0, 0)); };
        pose = {{.translation = {0, 2, 0}, .rotation = glm::angleAxis(0.4f, glm::vec3(0, 1, 0))},
                {.translation = {0.2f, 0, 0}, .rotation = turn(-bend)},
                {.translation = {0, -1, 0}, .rotation = turn(2.0f * bend)},
                {.translation = {0, -0.8f, 0}},
                {.translation = {0, -0.1f, 0.2f}}};
        hierarchy.rest = pose;
        walk();
    }
    void walk() {
        world.resize(pose.size());
        walkHierarchy(hierarchy, pose, worldFromRoot, world);
    }
    void go(const TwoBoneGoal& goal) {
        reach(kChain, goal, hierarchy, worldFromRoot, world, pose);
        walk();
    }
    glm::vec3 at(size_t node) const { return glm::vec3(world[node][3]); }
    glm::quat turnOf(size_t node) const { return glm::quat_cast(glm::mat3(world[node])); }
    bool finite() const {
        for (const glm::mat4& matrix : world)
            if (!(distance(matrix, glm::mat4(0.0f)) < 1e6f)) return false;
        return true;
    }
};

}  // namespace

TEST_CASE("a chain reaches targets within its length, and its middle joint bends toward the pole") {
    for (uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        Leg leg;
        const float away = random.uniform(0.25f, 1.75f);
        const glm::vec3 target = leg.at(1) + random.direction() * away, pole = random.direction();
        leg.go({.target = target, .pole = pole});
        REQUIRE(glm::length(leg.at(3) - target) < 1e-5f);
        REQUIRE(glm::length(leg.at(2) - leg.at(1)) == Approx(1.0f));
        REQUIRE(glm::length(leg.at(3) - leg.at(2)) == Approx(0.8f));
        if (away < 0.3f || away > 1.7f) continue;  // hardly bent
        const glm::vec3 axis = glm::normalize(target - leg.at(1)), knee = leg.at(2) - leg.at(1);
        const glm::vec3 side = glm::normalize(knee - axis * glm::dot(knee, axis));
        const glm::vec3 wanted = glm::normalize(pole - axis * glm::dot(pole, axis));
        REQUIRE(glm::length(side - wanted) < 1e-3f);
    }
}

TEST_CASE("without a pole, the chain keeps its bend direction") {
    Leg leg;
    const glm::vec3 side = leg.at(2) - 0.5f * (leg.at(1) + leg.at(3));
    leg.go({.target = leg.at(3) + glm::vec3(0, 0.3f, 0)});
    CHECK(glm::dot(glm::normalize(leg.at(2) - 0.5f * (leg.at(1) + leg.at(3))), glm::normalize(side)) > 0.95f);
    // A target at the end of the chain changes nothing.
    Leg still;
    const LocalPose before = still.pose;
    still.go({.target = still.at(3)});
    CHECK(distance(still.pose, before) < 1e-5f);
}

TEST_CASE("the knee stays a hinge") {
    Leg leg;
    for (const glm::vec3 target : {glm::vec3(0.5f, 1.0f, 0.3f), glm::vec3(0.1f, 0.9f, 0.4f)}) {
        leg.go({.target = target, .pole = {0.3f, 0, 1}});
        const glm::quat knee = leg.pose[2].rotation;
        CHECK(std::abs(knee.y) < 1e-5f);
        CHECK(std::abs(knee.z) < 1e-5f);
        CHECK(glm::length(leg.at(3) - target) < 1e-5f);
    }
}

TEST_CASE("the end keeps its world rotation on request") {
    for (const bool keeps : {true, false}) {
        Leg leg;
        const glm::quat before = leg.turnOf(3);
        leg.go({.target = {0.5f, 1.0f, 0.3f}, .keepsEndRotation = keeps});
        CHECK((angleRadians(leg.turnOf(3), before) < 1e-5) == keeps);
    }
}

TEST_CASE("a chain points at targets beyond its length") {
    Leg leg;
    const glm::vec3 from = leg.at(1), way = glm::normalize(glm::vec3(1, -2, 3));
    leg.go({.target = from + way * 50.0f, .pole = {0, 0, 1}});
    CHECK(glm::length(leg.at(3) - (from + way * 1.8f)) < 1e-4f);
    // Too near: it folds as far as it can.
    Leg near;
    near.go({.target = from + way * 0.1f, .pole = {0, 0, 1}});
    CHECK(glm::length(near.at(3) - (from + way * 0.2f)) < 1e-4f);
}

TEST_CASE("a soft chain approaches full extension without a snap") {
    float before = 0.0f, stepBefore = 0.0f;
    for (int i = 0; i <= 400; ++i) {
        const float to = 1.3f + 0.002f * static_cast<float>(i);
        Leg leg;
        leg.go({.target = leg.at(1) + glm::vec3(0, -to, 0), .pole = {0, 0, 1}, .softness = 0.1f});
        const float reached = glm::length(leg.at(3) - leg.at(1));
        REQUIRE(reached < 1.8f);
        if (to <= 1.8f * 0.9f)
            REQUIRE(reached == Approx(to));
        else
            REQUIRE(reached < to + 1e-6f);
        if (i > 0) REQUIRE(reached > before - 1e-5f);
        // The velocity of the end changes by at most the curvature of the exponential: 0.002 squared over 0.18.
        if (i > 1) REQUIRE(std::abs(reached - before - stepBefore) < 4e-5f);
        stepBefore = reached - before;
        before = reached;
    }
    CHECK(before > 1.75f);
}

TEST_CASE("the weight of a reach blends from the pose to the target") {
    const Leg before;
    const glm::vec3 target = before.at(3) + glm::vec3(0, 0.4f, 0.1f);
    Leg none, half, all;
    none.go({.target = target, .weight = 0.0f});
    half.go({.target = target, .weight = 0.5f});
    all.go({.target = target, .weight = 5.0f});
    CHECK(same(none.pose, before.pose));
    CHECK(glm::length(all.at(3) - target) < 1e-5f);
    const float left = glm::length(half.at(3) - target);
    CHECK(left < 0.3f);
    CHECK(left > 0.1f);
}

TEST_CASE("a reach works below rotated, scaled and mirrored parents") {
    for (const glm::vec3 scale : {glm::vec3(1), glm::vec3(0.01f), glm::vec3(-1, 1, 1), glm::vec3(2, 2, -2)}) {
        CAPTURE(scale.x, scale.z);
        const glm::mat4 root = glm::scale(
            glm::translate(glm::mat4(1.0f), {3, 1, 2}) * glm::mat4_cast(glm::angleAxis(1.0f, glm::vec3(0.6f, 0, 0.8f))),
            scale);
        Leg leg(root);
        const float size = std::abs(scale.y);
        const glm::vec3 target = leg.at(3) + size * glm::vec3(0.2f, 0.3f, 0.1f);
        const glm::mat3 foot(leg.world[3]);
        leg.go({.target = target, .pole = {0, 0, 1}});
        CHECK(glm::length(leg.at(3) - target) < 2e-5f * size + 2e-6f);
        CHECK(distance(glm::mat4(glm::mat3(leg.world[3])), glm::mat4(foot)) < 1e-5f * size);
        // The thigh can be the root itself.
        leg.hierarchy.parents[1] = kNoParent;
        leg.pose[1].translation = {0, 2, 0};
        leg.walk();
        const glm::vec3 other = glm::mix(leg.at(3), leg.at(1), 0.4f) + size * glm::vec3(0.1f, 0.2f, -0.2f);
        leg.go({.target = other});
        CHECK(glm::length(leg.at(3) - other) < 2e-5f * size + 2e-6f);
    }
}

TEST_CASE("zero-length bones, targets at the joint and straight chains stay finite") {
    const float far = 1e30f;
    for (const float bend : {0.0f, 1e-7f, 0.3f, 1.57079632f}) {
        for (const glm::vec3 offset :
             {glm::vec3(0), glm::vec3(0, -1e-9f, 0), glm::vec3(0, -1.8f, 0), glm::vec3(0, 1, 0), glm::vec3(0, -1, 0),
              glm::vec3(far), glm::vec3(NAN), glm::vec3(INFINITY)}) {
            for (const glm::vec3 pole : {glm::vec3(0), glm::vec3(0, 1, 0), glm::vec3(NAN, 0, 0)}) {
                Leg leg(glm::mat4(1.0f), bend);
                leg.go({.target = leg.at(1) + offset, .pole = pole, .softness = 0.05f});
                REQUIRE(leg.finite());
                for (const Transform& transform : leg.pose)
                    REQUIRE(std::abs(glm::length(transform.rotation) - 1.0f) < 1e-5f);
            }
        }
    }
    Leg folded(glm::mat4(1.0f), 0.0f);  // its foot exactly in its hip
    folded.pose[0] = {};
    folded.pose[2].rotation = {0, 1, 0, 0};
    folded.pose[3].translation = {0, -1, 0};
    folded.walk();
    folded.go({.target = folded.at(1)});
    REQUIRE(folded.finite());
    CHECK(glm::length(folded.at(3) - folded.at(1)) < 1e-4f);
    for (const size_t node : {2, 3}) {
        Leg leg;
        leg.pose[node].translation = glm::vec3(0);
        leg.walk();
        const LocalPose before = leg.pose;
        leg.go({.target = {1, 1, 1}, .pole = {0, 0, 1}});
        CHECK(same(leg.pose, before));
    }
}

TEST_CASE("a straight chain bends toward the pole") {
    Leg leg(glm::mat4(1.0f), 0.0f);
    const glm::vec3 target = leg.at(3) + glm::vec3(0, 0.4f, 0);
    leg.go({.target = target, .pole = {0, 0, 1}});
    CHECK(glm::length(leg.at(3) - target) < 1e-5f);
    CHECK(leg.at(2).z > 0.3f);
    // Without a pole or a bend, it bends in any direction.
    Leg free(glm::mat4(1.0f), 0.0f);
    free.go({.target = target});
    CHECK(glm::length(free.at(3) - target) < 1e-5f);
}

TEST_CASE("feet stand on ground of any height") {
    for (const float height : {-0.1f, 0.0f, 0.2f, 0.5f}) {
        Leg leg;
        const glm::vec3 foot = leg.at(3), toe = leg.at(4);
        leg.pose[0].translation.y += std::min(height, 0.0f);  // hips follow the lower foot
        leg.walk();
        const float left = height - std::min(height, 0.0f);
        leg.go({.target = overGround(leg.world[3], left, {0, 1, 0}), .pole = {0, 0, 1}});
        CHECK(glm::length(leg.at(3) - foot - glm::vec3(0, height, 0)) < 1e-5f);
        CHECK(glm::length(leg.at(4) - toe - glm::vec3(0, height, 0)) < 1e-5f);
    }
}
